import type { Context } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
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

type RpcError = { readonly code?: unknown; readonly message?: unknown }

/**
 * Asks a network's node with a cap on time (3 s) and response. Undefined when the response is
 * longer, or when the node blames the code that was run.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without
 *   one.
 */
export async function boundedRequest<T>(
  ctx: Context,
  { chainId, method, params, responseBytes }: BoundedRequest,
  parse: (result: unknown) => T | undefined,
): Promise<T | undefined> {
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
    if (text === undefined) return undefined
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: RpcError }
    if (error && isExecutionFault(error)) return undefined
    if (error) throw new Error(`RPC error ${String(error.code)}: ${String(error.message)}`)
    const parsed = parse(result)
    if (parsed === undefined) throw new Error('the RPC gave no result')
    return parsed
  } catch (cause) {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  }
}

const executionFault =
  /revert|out ?of ?gas|gas limit|gas required|gas uint64|opcode|stack (?:under|over)flow|jump|write protection|out of bounds|evm error|vm execution/i

/** Nodes agree on code 3 for a revert with data; other faults of the called code are told by their text. */
function isExecutionFault({ code, message }: RpcError): boolean {
  return code === 3 || executionFault.test(String(message))
}
