import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'

/** Amounts that were offered for one another, in atoms; what is sold includes the network cost. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * What orders were quoted when they were placed, by uid; those without a quote, or with one that is older than
 * `quotedAfter`, are left out.
 */
export async function findOffers(
  db: Transaction,
  uids: readonly Hex[],
  { quotedAfter }: { readonly quotedAfter?: Date } = {},
): Promise<ReadonlyMap<Hex, Offer>> {
  const rows = await db.orderQuote.findMany({
    where: {
      orderUid: { in: [...uids] },
      ...(quotedAfter ? { quotedAt: { gte: quotedAfter } } : {}),
    },
  })
  const offers = rows.map((row) => {
    const offer: Offer = {
      sellAmount: fromDecimal(row.sellAmount) + fromDecimal(row.feeAmount),
      buyAmount: fromDecimal(row.buyAmount),
    }
    return [row.orderUid as Hex, offer] as const
  })
  return new Map(offers)
}
