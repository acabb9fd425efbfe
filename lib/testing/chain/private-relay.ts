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
  /** Mines a block with the kept transactions that succeed after those of the mempool; returns how many these are. */
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
    mine: () => mineKept(rpc, kept),
    refuse: (message) => {
      refusal = message
    },
    stop: () => server.close(),
    start: async () => {
      server = await startLocalServer(listener, port)
    },
  }
}

async function mineKept(rpc: Rpc, kept: Map<number, Hex>): Promise<number> {
  let mined = 0
  for (const [nonce, raw] of kept) {
    if (!(await succeeds(rpc, raw))) continue
    await rpc('eth_sendRawTransaction', [raw])
    kept.delete(nonce)
    mined += 1
  }
  await rpc('evm_mine', [])
  return mined
}

async function succeeds(rpc: Rpc, raw: Hex): Promise<boolean> {
  const { to, data, gas = 0n } = parseTransaction(raw as RawTransaction)
  const from = await recoverTransactionAddress({ serializedTransaction: raw as RawTransaction })
  const call = { from, to, data, gas: `0x${gas.toString(16)}` }
  return rpc('eth_call', [call, 'pending']).then(
    () => true,
    () => false,
  )
}
