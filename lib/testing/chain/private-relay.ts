import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { startLocalServer } from '@/lib/testing/local-server'

/** A JSON-RPC request as received; an array is a batch. */
type Request = { readonly method: string; readonly params: readonly unknown[] }

/** A stand-in for a private relay: keeps transactions secret, and mines only what succeeds. */
export type PrivateRelay = {
  /** Contains a key, as such addresses do. */
  readonly url: string
  readonly key: string
  /** The transactions that it keeps, by nonce. */
  readonly kept: ReadonlyMap<number, Hex>
  /** All bytes that it received, cancellations included. */
  readonly received: readonly Hex[]
  /** Number of cancelled transactions. */
  readonly cancelled: () => number
  /**
   * Hands the kept transactions that succeed after those of the mempool, at the next block's base fee, to the miner of the
   * next block; returns how many these are.
   */
  readonly include: () => Promise<number>
  /** Mines a block with them. */
  readonly mine: () => Promise<number>
  /** Answers every transaction with this error; undefined: no more. */
  readonly refuse: (message: string | undefined) => void
  readonly stop: () => Promise<void>
  /** Starts again at the same address, as after an outage. */
  readonly start: () => Promise<void>
}

type RawTransaction = `0x02${string}`

/** Starts a relay for an embedded chain whose mining is manual. */
export async function startPrivateRelay(rpcUrl: string): Promise<PrivateRelay> {
  const rpc = createRpc(rpcUrl)
  const key = 'k3y-0f-the-0perator'
  const kept = new Map<number, Hex>()
  const received: Hex[] = []
  let cancelled = 0
  let refusal: string | undefined
  const take = async (raw: Hex) => {
    received.push(raw)
    const { nonce = 0, to, data } = parseTransaction(raw as RawTransaction)
    const sender = await recoverTransactionAddress({ serializedTransaction: raw as RawTransaction })
    // As Flashbots Protect: a transfer to oneself cancels what is kept at its nonce and is not mined. If nothing is kept
    // there, it goes to the mempool.
    if (to?.toLowerCase() !== sender.toLowerCase() || data) kept.set(nonce, raw)
    else if (kept.delete(nonce)) cancelled += 1
    else await rpc('eth_sendRawTransaction', [raw])
  }
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = JSON.parse(Buffer.concat(chunks).toString()) as Request
    const isKnown = call.method === 'eth_sendRawTransaction' && request.url === `/${key}`
    const error = isKnown ? refusal : `method ${call.method} at ${request.url} is not served`
    if (error === undefined) await take(call.params[0] as Hex)
    const answer =
      error === undefined ? { result: '0x' } : { error: { code: -32000, message: error } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
  }
  let server = await startLocalServer(listener)
  const port = Number(new URL(server.url).port)
  return {
    url: `${server.url}/${key}`,
    key,
    kept,
    received,
    cancelled: () => cancelled,
    include: () => includeKept(rpc, kept),
    mine: async () => {
      const included = await includeKept(rpc, kept)
      await rpc('evm_mine', [])
      return included
    },
    refuse: (message) => {
      refusal = message
    },
    stop: () => server.close(),
    start: async () => {
      server = await startLocalServer(listener, port)
    },
  }
}

async function includeKept(rpc: Rpc, kept: Map<number, Hex>): Promise<number> {
  let included = 0
  for (const [nonce, raw] of [...kept].sort(([a], [b]) => a - b)) {
    const state = await findState(rpc, raw)
    if (state === 'waits') continue
    kept.delete(nonce)
    if (state === 'outdated') continue
    await rpc('eth_sendRawTransaction', [raw])
    included += 1
  }
  return included
}

/** `outdated`: another transaction was mined at its nonce. */
async function findState(rpc: Rpc, raw: Hex): Promise<'ready' | 'waits' | 'outdated'> {
  const transaction = parseTransaction(raw as RawTransaction)
  const { to, data, nonce = 0, gas = 0n, maxFeePerGas = 0n } = transaction
  const from = await recoverTransactionAddress({ serializedTransaction: raw as RawTransaction })
  if (Number(await rpc('eth_getTransactionCount', [from, 'latest'])) > nonce) return 'outdated'
  if (Number(await rpc('eth_getTransactionCount', [from, 'pending'])) !== nonce) return 'waits'
  const next = (await rpc('eth_getBlockByNumber', ['pending', false])) as { baseFeePerGas: Hex }
  if (maxFeePerGas < BigInt(next.baseFeePerGas)) return 'waits'
  const call = { from, to, data, gas: `0x${gas.toString(16)}` }
  return rpc('eth_call', [call, 'pending']).then(
    () => 'ready',
    () => 'waits',
  )
}
