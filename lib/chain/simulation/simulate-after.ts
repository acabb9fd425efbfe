import type { Context } from '@/lib/context'
import { byteLength } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { boundedSimulation, type CallOutcome, type SimulatedCall } from './bounded-simulation'
import { interactionGas } from './trampoline'

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
