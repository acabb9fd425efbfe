import { blockTag } from '@/lib/chain/reads/bounded-call'
import { boundedRequest } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A call to be played; anyone can be the caller. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Gas that the call may use, the 21,000 of a transaction and its data included. */
  readonly gas: bigint
}

/** How a played call ended. */
export type CallOutcome = {
  readonly succeeded: boolean
  readonly returnData: Hex
  /** Without what a transaction and its data cost. */
  readonly gasUsed: bigint
}

/** Calls that are played one after the other, on what the calls before them left. */
export type BoundedSimulation = {
  readonly chainId: number
  readonly calls: readonly SimulatedCall[]
  /** The block to play on; the latest unless told. */
  readonly blockNumber?: bigint
  /** Bytes that answers and logs may have together, as JSON; 32 KiB unless told. */
  readonly answerBytes?: number
}

const usualAnswerBytes = 32_768
/** A block's header with its bloom filter, and the envelope of each call. */
const headerBytes = 8_192
const transactionGas = 21_000n

type RawOutcome = { readonly status: Hex; readonly returnData: Hex; readonly gasUsed: Hex }

/**
 * `eth_simulateV1` with a cap on gas, time (3 s) and answer, for contracts chosen by a caller. A
 * call that fails changes nothing and stops nothing. Undefined when the answer is longer than that,
 * or the node blames the code that was run.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without
 *   one.
 */
export async function boundedSimulation(
  ctx: Context,
  { chainId, calls, blockNumber, answerBytes = usualAnswerBytes }: BoundedSimulation,
): Promise<readonly CallOutcome[] | undefined> {
  const sent = calls.map(({ gas, ...call }) => ({ ...call, gas: `0x${gas.toString(16)}` }))
  const request = {
    chainId,
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ calls: sent }], validation: false }, blockTag(blockNumber)],
    responseBytes: answerBytes + headerBytes,
  }
  return boundedRequest(ctx, request, (result) => {
    const outcomes = (result as readonly { calls?: readonly RawOutcome[] }[] | null)?.[0]?.calls
    if (outcomes?.length !== calls.length) return undefined
    return outcomes.map((outcome, index) => toOutcome(outcome, calls[index]?.data ?? '0x'))
  })
}

function toOutcome({ status, returnData, gasUsed }: RawOutcome, data: Hex): CallOutcome {
  const used = BigInt(gasUsed) - transactionGas - dataGas(data)
  return { succeeded: status === '0x1', returnData, gasUsed: used > 0n ? used : 0n }
}

/** EIP-2028: 16 gas for a byte, 4 for a zero. */
function dataGas(data: Hex): bigint {
  const bytes = data.slice(2).match(/../g) ?? []
  const zeros = bytes.filter((byte) => byte === '00').length
  return BigInt(zeros * 4 + (bytes.length - zeros) * 16)
}
