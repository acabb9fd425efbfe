import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { readAtMost } from './read-at-most'

/** A call of a contract that nobody vouches for. */
export type BoundedCall = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
  /** The block to ask at; the latest unless told. */
  readonly blockNumber?: bigint
  /** Bytes that the answer may have; 4096 unless told. */
  readonly answerBytes?: number
}

const timeoutMs = 3_000
const usualAnswerBytes = 4_096
/** The JSON-RPC envelope or error text around the hex of an answer. */
const envelopeBytes = 4_096

type RpcResponse = {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown }
}

/**
 * `eth_call` with a cap on gas, time (3 s) and answer, for contracts chosen by a caller. Undefined when the
 * call reverts, runs out of gas or answers more than that.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without one.
 */
export async function boundedCall(ctx: Context, call: BoundedCall): Promise<Hex | undefined> {
  const { rpcUrl, network } = ctx.chain(call.chainId)
  const { to, data, gas, blockNumber, answerBytes = usualAnswerBytes } = call
  const block = blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to, data, gas: `0x${gas.toString(16)}` }, block],
  })
  let text: string | undefined
  try {
    const response = await ctx.fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    text = await readAtMost(response, 2 * answerBytes + envelopeBytes)
    if (text === undefined) return undefined
    const answer = answerOf(JSON.parse(text) as RpcResponse)
    return answer === undefined || byteLength(answer) > answerBytes ? undefined : answer
  } catch (cause) {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  }
}

function answerOf({ result, error }: RpcResponse): Hex | undefined {
  if (error) {
    if (isExecutionFault(error)) return undefined
    throw new Error(`RPC error ${String(error.code)}: ${String(error.message)}`)
  }
  const data = typeof result === 'string' ? parseHex(result) : undefined
  if (data === undefined) throw new Error('the RPC gave no result')
  return data
}

const executionFault =
  /revert|out ?of ?gas|gas limit|gas required|gas uint64|opcode|stack (?:under|over)flow|jump|write protection|out of bounds|evm error|vm execution/i

/** Nodes agree on code 3 for a revert with data; other faults of the called code are told by their text. */
function isExecutionFault({ code, message }: NonNullable<RpcResponse['error']>): boolean {
  return code === 3 || executionFault.test(String(message))
}
