import type { Solution } from '@/lib/auctions/solution'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

type Deferral = { readonly failures: number; readonly untilMs: number }

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * Puts orders off whose settlement failed in the simulation: one second at first, twice as long each
 * time, a minute at most. Kept in memory, because prices that moved on are the usual reason.
 */
export function deferOrders(ctx: Context, chainId: number, uids: readonly Hex[]): void {
  const deferrals = deferralsOf(ctx, chainId)
  for (const uid of uids) {
    const failures = (deferrals.get(uid)?.failures ?? 0) + 1
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 10))
    deferrals.set(uid, { failures, untilMs: ctx.now() + waitMs })
  }
}

/** Puts the order of a refused solution off that has no other, unless a solver outside this service proposed it. */
export function deferAlone(ctx: Context, chainId: number, { solver, trades }: Solution): void {
  const [trade, ...others] = trades
  const isOwn = ctx.config.solverEngines.every(({ name }) => name !== solver)
  if (trade && others.length === 0 && isOwn) deferOrders(ctx, chainId, [trade.uid])
}

/** The orders that are put off now. What is long over is forgotten. */
export function deferredOrders(ctx: Context, chainId: number): ReadonlySet<Hex> {
  const deferrals = deferralsOf(ctx, chainId)
  const now = ctx.now()
  for (const [uid, { untilMs }] of deferrals) {
    if (untilMs + 2 * longestWaitMs < now) deferrals.delete(uid)
  }
  return new Set([...deferrals].filter(([, { untilMs }]) => untilMs > now).map(([uid]) => uid))
}

function deferralsOf(ctx: Context, chainId: number): Map<Hex, Deferral> {
  return memoized(ctx, `settlements/deferrals/${chainId}`, () => new Map<Hex, Deferral>())
}
