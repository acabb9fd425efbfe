import type { Solution } from '@/lib/auctions/model/solution'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

type Deferral = { readonly failures: number; readonly untilMs: number }

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * Puts orders off whose settlement failed, in the simulation as a rule: one second at first, twice as long each
 * time, a minute at most. Kept in memory, because prices that moved on are the usual reason.
 */
export function backOffOrders(ctx: Context, chainId: number, uids: readonly Hex[]): void {
  const deferrals = deferralsOf(ctx, chainId)
  for (const uid of uids) {
    const failures = (deferrals.get(uid)?.failures ?? 0) + 1
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 10))
    deferrals.set(uid, { failures, untilMs: ctx.now() + waitMs })
  }
}

/**
 * The order that is to blame itself where a solution is refused: its only one. Of several any may be to blame, and so
 * may a solver outside this service.
 */
export function loneOrder(ctx: Context, { solver, trades }: Solution): Hex | undefined {
  const [trade, ...others] = trades
  const isOwn = ctx.config.solverEngines.every(({ name }) => name !== solver)
  return isOwn && others.length === 0 ? trade?.uid : undefined
}

/** The orders that are put off now, and until when (Unix milliseconds). What is long over is forgotten. */
export function deferredOrders(ctx: Context, chainId: number): ReadonlyMap<Hex, number> {
  const deferrals = deferralsOf(ctx, chainId)
  const now = ctx.now()
  for (const [uid, { untilMs }] of deferrals) {
    if (untilMs + 2 * longestWaitMs < now) deferrals.delete(uid)
  }
  const lasting = [...deferrals].filter(([, { untilMs }]) => untilMs > now)
  return new Map(lasting.map(([uid, { untilMs }]) => [uid, untilMs]))
}

const deferralsOf = defineSlot(
  'settlements/deferrals',
  (_, _chainId: number) => new Map<Hex, Deferral>(),
)
