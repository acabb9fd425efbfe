import type { IncomingMessage } from 'node:http'
import { createRpc, quantity } from '@/lib/devnet/rpc'
import { startLocalServer } from '@/lib/testing/local-server'

/** How a node misbehaves; nothing set: it answers as the chain behind it. */
export type NodeFaults = {
  /** Reports no block above this number: a node that froze, or that lags. */
  readonly maxBlock?: bigint
  readonly chainId?: number
  /** Methods that it does not know. */
  readonly lacks?: readonly string[]
  /** Answers methods with an error of this message, or the one returned for the parameters, if any. */
  readonly refuses?: Readonly<Record<string, string | Refusal>>
  /** Answers HTTP 503. */
  readonly isDown?: boolean
  /** Replaces the result of a method. */
  readonly forge?: Readonly<Record<string, (result: never, params: readonly unknown[]) => unknown>>
}

type Refusal = (params: readonly unknown[]) => string | undefined

/** A JSON-RPC proxy before a chain, as an operator's node that may misbehave. */
export type NodeProxy = {
  readonly url: string
  readonly host: string
  /** Number of calls by method, each member of a batch counted. */
  readonly calls: Map<string, number>
  /** The calls in sequence. */
  readonly requests: Required<Pick<Call, 'method' | 'params'>>[]
  /** Replaces how it misbehaves. */
  readonly behave: (faults: NodeFaults) => void
  readonly close: () => Promise<void>
}

type Call = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }

/** Starts a well-behaved node before the chain at `rpcUrl`; its URL ends in a key that must not be logged. */
export async function startNodeProxy(rpcUrl: string, key = 'secret-key'): Promise<NodeProxy> {
  let faults: NodeFaults = {}
  const calls = new Map<string, number>()
  const requests: NodeProxy['requests'] = []
  const answer = async ({ id, method, params = [] }: Call) => {
    calls.set(method, (calls.get(method) ?? 0) + 1)
    requests.push({ method, params })
    if (faults.lacks?.includes(method)) {
      const error = { code: -32601, message: `the method ${method} does not exist` }
      return { jsonrpc: '2.0', id, error }
    }
    const refused = faults.refuses?.[method]
    const refusal = typeof refused === 'function' ? refused(params) : refused
    if (refusal) return { jsonrpc: '2.0', id, error: { code: -32000, message: refusal } }
    const answered = await forward(rpcUrl, { method, params: withoutHidden(params, faults) })
    if ('error' in answered) return { jsonrpc: '2.0', id, error: answered.error }
    const seen = hide(method, answered.result, faults)
    const forged = faults.forge?.[method]?.(seen as never, params) ?? seen
    return { jsonrpc: '2.0', id, result: forged }
  }
  const server = await startLocalServer(async (request, response) => {
    if (faults.isDown) {
      response.writeHead(503).end()
      return
    }
    const body: Call | Call[] = JSON.parse(await readBody(request))
    const answers = await Promise.all([body].flat().map(answer))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  return {
    url: `${server.url}/v2/${key}`,
    host: server.host,
    calls,
    requests,
    behave: (next) => {
      faults = next
    },
    close: server.close,
  }
}

async function forward(rpcUrl: string, call: Pick<Call, 'method' | 'params'>) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  return (await response.json()) as { result: unknown } | { error: unknown }
}

/** The newest block is the highest that the node has. */
function withoutHidden(params: readonly unknown[], { maxBlock }: NodeFaults): readonly unknown[] {
  if (maxBlock === undefined) return params
  return params.map((param) => (param === 'latest' ? quantity(maxBlock) : param))
}

function hide(method: string, result: unknown, { maxBlock, chainId }: NodeFaults): unknown {
  if (method === 'eth_chainId' && chainId !== undefined) return quantity(chainId)
  // Its blocks are to come, whatever the node's head.
  if (method === 'eth_simulateV1') return result
  if (maxBlock === undefined || typeof result !== 'object' || result === null) {
    return method === 'eth_blockNumber' && maxBlock !== undefined ? quantity(maxBlock) : result
  }
  const isHidden = (place: { readonly blockNumber?: string; readonly number?: string }) =>
    BigInt(place.blockNumber ?? place.number ?? 0) > maxBlock
  return Array.isArray(result)
    ? result.filter((item) => !isHidden(item))
    : isHidden(result)
      ? null
      : result
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Returns the number of the newest block of a chain. */
export async function headNumber(rpcUrl: string): Promise<bigint> {
  return BigInt((await createRpc(rpcUrl)('eth_blockNumber', [])) as string)
}
