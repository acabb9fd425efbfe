import { isDeepStrictEqual } from 'node:util'
import type { Solution } from '@/lib/auctions/model/solution'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderRecord } from '@/lib/orders/order-record'
import { saveExclusions } from '@/lib/orders/state/order-state-store'
import { type AuctionLeadership, inFencedTransaction } from './auction-role'

type Absence = { readonly exclusion: Exclusion; readonly untilMs: number }

/** Ten minutes, in milliseconds: avoids repeated work, and still notices changes soon. */
const absenceMs = 600_000

/** Excludes orders from a network's auctions for ten minutes. Kept in memory: another worker finds out by itself. */
export function excludeOrders(
  ctx: Context,
  chainId: number,
  { uids, exclusion }: { readonly uids: readonly Hex[]; readonly exclusion: Exclusion },
): void {
  const untilMs = ctx.now() + absenceMs
  for (const uid of uids) absencesOf(ctx, chainId).set(uid, { exclusion, untilMs })
}

/** Returns the orders excluded from a network's auctions now, with their reasons. */
export function excludedOrders(ctx: Context, chainId: number): ReadonlyMap<Hex, Exclusion> {
  const absences = absencesOf(ctx, chainId)
  for (const [uid, { untilMs }] of absences) if (untilMs <= ctx.now()) absences.delete(uid)
  return new Map([...absences].map(([uid, { exclusion }]) => [uid, exclusion]))
}

const absencesOf = defineSlot(
  'settlements/left-out',
  (_, _chainId: number) => new Map<Hex, Absence>(),
)

type Findings = AuctionLeadership & {
  /** Every open order of the round, with the reason for its exclusion. */
  readonly exclusions: ReadonlyMap<OrderRecord, Exclusion | undefined>
  /** Solutions for the auction's orders. */
  readonly solutions: readonly Solution[]
}

/**
 * Stores the changed reasons why orders are not traded: what excludes them from the auction, or that no solution fills
 * them.
 * @throws {ServiceError} Conflict if another process leads.
 */
export async function recordExclusions(ctx: Context, findings: Findings): Promise<void> {
  const { exclusions, solutions } = findings
  const proposed = new Set(solutions.flatMap(({ trades }) => trades.map(({ uid }) => uid)))
  const changes = new Map<Hex, Exclusion | undefined>()
  for (const [order, exclusion] of exclusions) {
    const found = exclusion ?? (proposed.has(order.uid) ? undefined : waitsForPrice)
    if (!isDeepStrictEqual(found, order.exclusion)) changes.set(order.uid, found)
  }
  if (changes.size > 0)
    await inFencedTransaction(ctx, findings, (tx) => saveExclusions(tx, changes))
}

const waitsForPrice: Exclusion = { code: 'waitsForPrice' }
