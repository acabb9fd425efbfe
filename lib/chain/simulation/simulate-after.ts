import type { Context } from '@/lib/context'
import { byteLength } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { boundedSimulation, type CallOutcome, type SimulatedCall } from './bounded-simulation'
import { interactionGas } from './trampoline'

/** Bytes of JSON that the logs of interactions may take. */
const logBytes = 524_288

/**
 * Plays calls on what the settlement contract's interactions leave, as a settlement would make
 * them; the outcomes of the calls alone. Undefined when an interaction fails, which would fail the
 * settlement, or as {@link boundedSimulation} says.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without
 *   one.
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

/**
 * Enough gas that the trampoline finds, for each hook, what it states: of each call 1/64 stays
 * behind (EIP-150).
 */
function toCall(ctx: Context, interaction: Interaction): SimulatedCall {
  const { target: to, callData: data } = interaction
  const stated = interactionGas({ pre: [interaction], post: [] })
  const gas = (stated * 17n) / 16n + 100_000n + 100n * BigInt(byteLength(data))
  return { from: ctx.config.settlementContract, to, data, gas }
}
