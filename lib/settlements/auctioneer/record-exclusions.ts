import { isDeepStrictEqual } from 'node:util'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderRecord } from '@/lib/orders/order-record'
import { saveExclusions } from '@/lib/orders/state/exclusion-store'
import { type AuctionLeadership, inFencedTransaction } from './as-auctioneer'

type Findings = AuctionLeadership & {
  /** Every open order that the round looked at, and why it is not in the auction. */
  readonly exclusions: ReadonlyMap<OrderRecord, Exclusion | undefined>
  /** What solvers proposed for the orders of the auction. */
  readonly solutions: readonly Solution[]
}

/**
 * Keeps why no solver competes for orders, where that has changed since the round before: what kept an order out of the
 * auction, or that no solution fills it.
 *
 * @throws {ServiceError} Conflict when another leads.
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
