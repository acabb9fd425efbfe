import type { Solution } from '@/lib/auctions/model/solution'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

type Deferral = { readonly failures: number; readonly untilMs: number }

/**
 * The wait starts at about one auction interval, so that a moved price costs one auction, and is at most a minute: an
 * order that fails once a minute costs one simulation.
 */
const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * Delays orders whose settlement failed, usually in simulation: one second at first, doubling up to a minute or
 * `longestMs`. Kept in memory, because the usual reason is a changed price.
 */
export function backOffOrders(
  ctx: Context,
  chainId: number,
  uids: readonly Hex[],
  { longestMs = longestWaitMs }: { readonly longestMs?: number } = {},
): void {
  const deferrals = deferralsOf(ctx, chainId)
  for (const uid of uids) {
    const failures = (deferrals.get(uid)?.failures ?? 0) + 1
    const waitMs = Math.min(longestMs, firstWaitMs * 2 ** Math.min(failures - 1, 10))
    deferrals.set(uid, { failures, untilMs: ctx.now() + waitMs })
  }
}

/**
 * Returns the order to blame for a rejected solution: its only one. Undefined with several orders, any of which may be
 * at fault, or if an external solver proposed it.
 */
export function onlyOrder(ctx: Context, { solver, trades }: Solution): Hex | undefined {
  const [trade, ...others] = trades
  const isOwn = ctx.config.solverEngines.every(({ name }) => name !== solver)
  return isOwn && others.length === 0 ? trade?.uid : undefined
}

/** Returns the delayed orders with the end of each delay (Unix milliseconds), and forgets old entries. */
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
