import type { RequestListener } from 'node:http'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'

/** How a signer departs from what it is asked for. */
export type SignerFault = {
  /** It signs for this chain: a signer has one chain id of its own. */
  readonly chainId?: number
  /** It returns this instead. */
  readonly result?: unknown
  /** It answers with this status and body. */
  readonly raw?: { readonly status: number; readonly body: string }
  /** It signs this nonce. */
  readonly nonce?: number
  readonly isSilent?: true
}

/** A signer with one key that speaks Web3Signer's JSON-RPC (`eth_accounts`, `eth_signTransaction`) over HTTP. */
export type RemoteSigner = LocalServer & {
  readonly behave: (fault: SignerFault) => void
  /** Calls of `eth_signTransaction` so far. */
  readonly signed: () => number
}

type Call = {
  readonly id: number
  readonly method: string
  readonly params: readonly Readonly<Record<string, Hex>>[]
}

/** Starts a signer that signs for one chain. */
export async function startRemoteSigner(options: {
  readonly privateKey: Hex
  readonly chainId: number
}): Promise<RemoteSigner> {
  const account = privateKeyToAccount(options.privateKey)
  let fault: SignerFault = {}
  let signed = 0
  const answer = async ({ method, params: [call = {}] }: Call) => {
    if (method === 'eth_accounts') return { result: [account.address.toLowerCase()] }
    if (method !== 'eth_signTransaction') return { error: { code: -32601, message: 'no method' } }
    signed++
    if (call.from?.toLowerCase() !== account.address.toLowerCase()) {
      return {
        error: { code: -32000, message: 'From address does not match an available account' },
      }
    }
    if ('result' in fault) return { result: fault.result }
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: fault.chainId ?? options.chainId,
      nonce: fault.nonce ?? Number(call.nonce),
      to: call.to as Hex,
      data: call.data as Hex,
      value: BigInt(call.value ?? 0),
      gas: BigInt(call.gas ?? 0),
      maxFeePerGas: BigInt(call.maxFeePerGas ?? 0),
      maxPriorityFeePerGas: BigInt(call.maxPriorityFeePerGas ?? 0),
    })
    return { result: raw }
  }
  const listener: RequestListener = async (request, response) => {
    if (fault.isSilent) return
    const { raw } = fault
    if (raw) return void response.writeHead(raw.status).end(raw.body)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const call: Call = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(await answer(call)) })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  }
  const server = await startLocalServer(listener)
  return {
    ...server,
    behave: (next) => {
      fault = next
    },
    signed: () => signed,
  }
}
