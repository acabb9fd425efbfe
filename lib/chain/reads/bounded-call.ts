import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { boundedRequest } from './bounded-request'

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

const usualAnswerBytes = 4_096
/** The JSON-RPC envelope or error text around the hex of an answer. */
const envelopeBytes = 4_096

/**
 * `eth_call` with a cap on gas, time (3 s) and answer, for contracts chosen by a caller. Undefined when the
 * call reverts, runs out of gas or answers more than that.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without one.
 */
export async function boundedCall(ctx: Context, call: BoundedCall): Promise<Hex | undefined> {
  const { chainId, to, data, gas, blockNumber, answerBytes = usualAnswerBytes } = call
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

/** A block as JSON-RPC names it; the latest without a number. */
export function blockTag(blockNumber: bigint | undefined): string {
  return blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`
}
