import { isDeepStrictEqual } from 'node:util'
import { hashAppData, parseAppData } from '@/lib/app-data/app-data-document'
import { listAppDataTexts } from '@/lib/app-data/app-data-store'
import type { PartnerFee } from '@/lib/app-data/metadata'
import { capPartnerFees } from '@/lib/app-data/partner-fee'
import { type ForgedOrder, partnerFeesOf } from '@/lib/auctions/build/build-auction'
import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

/**
 * Returns those of the orders that solutions trade whose partner fees are not those of their app data, under any cap. The owner
 * signs the hash of the app data, not the stored fees, and write access to the database must not suffice to raise them.
 */
export async function findForgedFees(
  ctx: Context,
  auction: Auction,
  solutions: readonly Solution[],
): Promise<ForgedOrder[]> {
  const orders = indexOrders(auction)
  const charged = solutions.flatMap(({ trades }) =>
    trades.flatMap(({ uid }) => {
      const entry = orders.get(uid)
      const fees = entry ? partnerFeesOf(ctx, entry) : []
      return entry && fees.length > 0 ? [{ fees, uid, hash: entry.order.appData }] : []
    }),
  )
  if (charged.length === 0) return []
  const hashes = charged.map(({ hash }) => hash)
  const texts = await listAppDataTexts(ctx.db, hashes)
  return charged.flatMap(({ fees, uid, hash }) => {
    if (isGranted(fees, statedFees(texts.get(hash), hash))) return []
    return [{ uid, reason: 'pays partners what its app data does not state' }]
  })
}

/** Returns the partner fees of a signed document; none if it is missing, altered or invalid. */
function statedFees(text: string | undefined, hash: Hex): readonly PartnerFee[] {
  if (text === undefined || hashAppData(text) !== hash) return []
  try {
    return parseAppData(text).metadata.partnerFees
  } catch {
    return []
  }
}

/** Whether fees are what some cap leaves of the stated ones. */
function isGranted(fees: readonly PartnerFee[], stated: readonly PartnerFee[]): boolean {
  const cap = fees.reduce(
    (sum, fee) => sum + ('volumeBps' in fee ? fee.volumeBps : fee.maxVolumeBps),
    0,
  )
  return isDeepStrictEqual(fees, capPartnerFees(stated, cap))
}
