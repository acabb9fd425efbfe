import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Exchange } from './price-improvement'

/** What orders were quoted when they were placed, by uid; those without a quote are left out. */
export async function findOffers(
  db: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, Exchange>> {
  const rows = await db.orderQuote.findMany({ where: { orderUid: { in: [...uids] } } })
  const offers = rows.map((row) => {
    const offer: Exchange = {
      sellAmount: fromDecimal(row.sellAmount) + fromDecimal(row.feeAmount),
      buyAmount: fromDecimal(row.buyAmount),
    }
    return [row.orderUid as Hex, offer] as const
  })
  return new Map(offers)
}
