import type { Address } from '@/lib/core/address'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { OfferedExchange } from './price-improvement'

/** What was quoted under these ids on a network, by id. */
export async function findOffers(
  tx: Transaction,
  chainId: number,
  quoteIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, OfferedExchange>> {
  if (quoteIds.length === 0) return new Map()
  const rows = await tx.quote.findMany({ where: { chainId, id: { in: [...quoteIds] } } })
  const offers = rows.map((row) => {
    const offer: OfferedExchange = {
      kind: row.kind,
      sellToken: row.sellToken as Address,
      buyToken: row.buyToken as Address,
      sellAmount: fromDecimal(row.sellAmount) + fromDecimal(row.feeAmount),
      buyAmount: fromDecimal(row.buyAmount),
    }
    return [row.id, offer] as const
  })
  return new Map(offers)
}
