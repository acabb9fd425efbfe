import type { Context } from '@/lib/context'
import { dependencyDown, type ServiceError } from '@/lib/core/errors'
import { readAtMost } from './read-at-most'

/** A JSON-RPC request whose answer is made by a contract that nobody vouches for. */
export type BoundedRequest = {
  readonly chainId: number
  readonly method: string
  readonly params: readonly unknown[]
  /** Bytes that the whole response may have. */
  readonly responseBytes: number
}

const timeoutMs = 3_000

/** An error as a node tells it; nothing of it is checked. */
export type RpcError = { readonly code?: unknown; readonly message?: unknown }

/** What a node answered: a result, an error of JSON-RPC, or more than was allowed. */
export type BoundedAnswer<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'too long' }

/**
 * Asks a network's node with a cap on time (3 s) and response. Undefined when the response is
 * longer, or when the node blames the code that was run.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without
 *   one.
 */
export async function boundedRequest<T>(
  ctx: Context,
  request: BoundedRequest,
  parse: (result: unknown) => T | undefined,
): Promise<T | undefined> {
  const answer = await boundedExchange(ctx, request, parse)
  if (answer.kind === 'result') return answer.result
  if (answer.kind === 'too long' || isExecutionFault(answer.error)) return undefined
  throw rpcDown(ctx, request, answer.error)
}

/**
 * Like {@link boundedRequest}, but leaves it to the caller what an error of the node means.
 *
 * @throws {ServiceError} InternalServerError when no answer comes, or one that `parse` does not take.
 */
export async function boundedExchange<T>(
  ctx: Context,
  { chainId, method, params, responseBytes }: BoundedRequest,
  parse: (result: unknown) => T | undefined,
): Promise<BoundedAnswer<T>> {
  const { rpcUrl, network } = ctx.chain(chainId)
  try {
    const response = await ctx.fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const text = await readAtMost(response, responseBytes)
    if (text === undefined) return { kind: 'too long' }
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: RpcError }
    if (error) return { kind: 'error', error }
    const parsed = parse(result)
    if (parsed === undefined) throw new Error('the RPC gave no result')
    return { kind: 'result', result: parsed }
  } catch (cause) {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  }
}

/** The failure to report for an error of a node that says nothing about the question. */
export function rpcDown(
  ctx: Context,
  { chainId }: Pick<BoundedRequest, 'chainId'>,
  { code, message }: RpcError,
): ServiceError {
  const cause = new Error(`RPC error ${String(code)}: ${String(message)}`)
  return dependencyDown(`the RPC of ${ctx.chain(chainId).network.title}`, cause)
}

const executionFault =
  /revert|out ?of ?gas|gas limit|gas required|gas uint64|opcode|stack (?:under|over)flow|jump|write protection|out of bounds|evm error|vm execution/i

/**
 * Whether an error of a node blames the code that was run: nodes agree on code 3 for a revert with data, other faults
 * are told by their text.
 */
export function isExecutionFault({ code, message }: RpcError): boolean {
  return code === 3 || executionFault.test(String(message))
}
