import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { boundedRequest } from './bounded-request'

/** A call of an untrusted contract. */
export type BoundedCall = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
  /** The block to call at; the latest by default. */
  readonly blockNumber?: bigint
  /** Maximum bytes returned; 4096 by default. */
  readonly answerBytes?: number
}

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
