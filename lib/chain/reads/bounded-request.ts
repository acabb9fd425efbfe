import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown, type ServiceError } from '@/lib/core/errors'
import { readAtMost } from './read-at-most'

/** A JSON-RPC request whose response is produced by an untrusted contract. */
export type BoundedRequest = {
  readonly chainId: number
  readonly method: string
  readonly params: readonly unknown[]
  /** Maximum bytes of the whole response. */
  readonly responseBytes: number
  /** Time limit; 3 s by default. */
  readonly timeoutMs?: number | undefined
}

/** Time limit of a request: a node answers a bounded call within a fraction of it. */
const defaultTimeoutMs = 3_000

/** A JSON-RPC error as received, not validated. */
export type RpcError = { readonly code?: unknown; readonly message?: unknown }

/** A node's answer: a result, a JSON-RPC error, or a response above the limit. */
export type BoundedAnswer<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'too long' }

/**
 * Sends a request to a network's node with a cap on time and response. Undefined if the response is longer or the
 * node reports that the executed code failed.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
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
 * Like {@link boundedRequest}, but leaves the meaning of a JSON-RPC error to the caller.
 *
 * @throws {ServiceError} InternalServerError when no response arrives, or one that `parse` rejects.
 */
export async function boundedExchange<T>(
  ctx: Context,
  { chainId, method, params, responseBytes, timeoutMs = defaultTimeoutMs }: BoundedRequest,
  parse: (result: unknown) => T | undefined,
): Promise<BoundedAnswer<T>> {
  const { rpcUrl, guard, network } = ctx.chain(chainId)
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { 'content-type': 'application/json' }
    const send = () =>
      guard(() => ctx.fetch(rpcUrl, { method: 'POST', headers, body, signal }), method)
    const response = await send().catch((error) => {
      // The node may have closed the connection that was kept for the next request.
      if (isClosedConnection(error)) return send()
      throw error
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

function isClosedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
}

/** Returns the failure to report for a JSON-RPC error that does not answer the request. */
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
 * Returns whether a JSON-RPC error blames the executed code. Nodes agree on code 3 for a revert with data; other faults
 * are recognised by their text.
 */
export function isExecutionFault({ code, message }: RpcError): boolean {
  return code === 3 || executionFault.test(String(message))
}

/** A call of an untrusted contract. */
type BoundedCall = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
  /** The block to call at; the latest by default. */
  readonly blockNumber?: bigint
  /** Maximum bytes returned; 4096 by default. */
  readonly answerBytes?: number
}

/** Enough for every answer of ERC-20 and ERC-1271, however wasteful. */
const defaultAnswerBytes = 4_096
/** The JSON-RPC envelope or error text around the hex of a result. */
const envelopeBytes = 4_096

/**
 * `eth_call` with a cap on gas, time (3 s) and result, for contracts chosen by a caller. Undefined if the call reverts,
 * runs out of gas or returns more.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export async function boundedCall(ctx: Context, call: BoundedCall): Promise<Hex | undefined> {
  const { chainId, to, data, gas, blockNumber, answerBytes = defaultAnswerBytes } = call
  const request = {
    chainId,
    method: 'eth_call',
    params: [{ to, data, gas: `0x${gas.toString(16)}` }, blockTag(blockNumber)],
    responseBytes: 2 * answerBytes + envelopeBytes,
  }
  const answer = await boundedRequest(ctx, request, (result) =>
    typeof result === 'string' ? parseHex(result) : undefined,
  )
  return answer === undefined || byteLength(answer) > answerBytes ? undefined : answer
}

/** Formats a block for JSON-RPC; the latest without a number. */
export function blockTag(blockNumber: bigint | undefined): string {
  return blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`
}
