import type { BlockHeader } from '@/lib/chain/block'
import type { RpcError } from '@/lib/chain/reads/bounded-request'
import { readAtMost } from '@/lib/chain/reads/read-at-most'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import type { Node } from './nodes'

/** Milliseconds within which a node must answer. */
const timeoutMs = 3_000
/** Enough for a block's header with the hashes of its transactions. */
const maxBytes = 1_048_576

/** What a node answered; `silent` if nothing usable. */
export type NodeAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'silent' }

type Question = { readonly method: string; readonly params: readonly unknown[] }

/**
 * Asks one node, even if it serves another chain, which only its answer reveals. Never throws: notes in the node's
 * state whether it answered.
 */
export async function askNode(ctx: Context, node: Node, question: Question): Promise<NodeAnswer> {
  const answer = await exchange(ctx, node, question).catch((): NodeAnswer => ({ kind: 'silent' }))
  const answers = answer.kind !== 'silent'
  if (node.state.answers !== answers) node.state = { ...node.state, answers }
  return answer
}

async function exchange(ctx: Context, { chain }: Node, question: Question): Promise<NodeAnswer> {
  const response = await ctx.fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readAtMost(response, maxBytes)
  const { result, error } = JSON.parse(text ?? '') as { result?: unknown; error?: RpcError }
  if (error) return { kind: 'error', error }
  return response.ok && result !== undefined ? { kind: 'result', result } : { kind: 'silent' }
}

/** Reads a block's header from one node by number or tag; undefined without a well-formed answer. */
export async function askHeader(
  ctx: Context,
  node: Node,
  block: 'latest' | Hex,
): Promise<BlockHeader | undefined> {
  const params = [block, false]
  const answer = await askNode(ctx, node, { method: 'eth_getBlockByNumber', params })
  return answer.kind === 'result' ? toHeader(answer.result) : undefined
}

function toHeader(result: unknown): BlockHeader | undefined {
  const block = (result ?? {}) as Readonly<Record<string, unknown>>
  const [hash, parentHash] = [block.hash, block.parentHash].map((word) =>
    parseHex(String(word), 32),
  )
  const [number, timestamp] = [block.number, block.timestamp].map(quantityOf)
  if (!hash || !parentHash || number === undefined || timestamp === undefined) return undefined
  return { number, hash, parentHash, timestamp: Number(timestamp) }
}

function quantityOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : undefined
}
