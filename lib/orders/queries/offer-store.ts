import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'

/** Quoted amounts in atoms; the sell amount includes the network cost. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * Returns the amounts quoted for orders at placement, by uid. Omits orders without a quote and those quoted before
 * `quotedAfter`.
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
