import { blockTag, boundedRequest } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { interactionGas } from './trampoline'

/** A call to simulate; any address can be the caller. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Gas limit, including the 21,000 of a transaction and its calldata. */
  readonly gas: bigint
}

/** The outcome of a simulated call. */
export type CallOutcome = {
  readonly succeeded: boolean
  readonly returnData: Hex
  /** Without the intrinsic gas of a transaction and its calldata. */
  readonly gasUsed: bigint
}

/** Calls that are simulated in sequence, each on the state left by those before it. */
export type BoundedSimulation = {
  readonly chainId: number
  readonly calls: readonly SimulatedCall[]
  /** The block to simulate on; the latest by default. */
  readonly blockNumber?: bigint
  /** Maximum bytes of results and logs together, as JSON; 32 KiB by default. */
  readonly answerBytes?: number
}

/** Enough for the results and logs of a dozen ordinary calls. */
const defaultAnswerBytes = 32_768
/** A block header with its bloom filter, and the envelope of each call. */
const headerBytes = 8_192
/** Intrinsic gas of a transaction. */
const transactionGas = 21_000n

type RawOutcome = { readonly status: Hex; readonly returnData: Hex; readonly gasUsed: Hex }

/**
 * `eth_simulateV1` with a cap on gas, time (3 s) and response, for contracts chosen by a caller. A failed call is
 * rolled back and does not stop the others. Undefined if the response is longer or the node reports that the executed
 * code failed.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export async function boundedSimulation(
  ctx: Context,
  { chainId, calls, blockNumber, answerBytes = defaultAnswerBytes }: BoundedSimulation,
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

/** EIP-2028: 16 gas per non-zero byte, 4 per zero byte. */
function dataGas(data: Hex): bigint {
  const bytes = data.slice(2).match(/../g) ?? []
  const zeros = bytes.filter((byte) => byte === '00').length
  return BigInt(zeros * 4 + (bytes.length - zeros) * 16)
}

/** Maximum bytes of JSON for the logs of interactions. */
const logBytes = 524_288

/**
 * Simulates calls on the state left by the settlement contract's interactions, as a settlement would make them. Returns
 * the outcomes of the calls alone; undefined if an interaction fails, which would revert the settlement, or as for
 * {@link boundedSimulation}.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export async function simulateAfter(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly interactions: readonly Interaction[]
    readonly calls: readonly SimulatedCall[]
    readonly blockNumber?: bigint
  },
): Promise<readonly CallOutcome[] | undefined> {
  const { interactions, calls, ...where } = input
  const before = interactions.map((interaction) => toCall(ctx, interaction))
  const outcomes = await boundedSimulation(ctx, {
    ...where,
    calls: [...before, ...calls],
    ...(before.length === 0 ? {} : { answerBytes: logBytes }),
  })
  const failed = outcomes?.slice(0, before.length).some(({ succeeded }) => !succeeded)
  return failed ? undefined : outcomes?.slice(before.length)
}

/** Leaves the trampoline enough gas for what each hook states: each call retains 1/64 (EIP-150). */
function toCall(ctx: Context, interaction: Interaction): SimulatedCall {
  const { target: to, callData: data } = interaction
  const stated = interactionGas({ pre: [interaction], post: [] })
  const gas = (stated * 17n) / 16n + 100_000n + 100n * BigInt(byteLength(data))
  return { from: ctx.config.settlementContract, to, data, gas }
}
