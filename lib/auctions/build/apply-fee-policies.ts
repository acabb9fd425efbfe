import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { type FeePolicy, withRoomForFees } from '@/lib/auctions/model/order-fees'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { OrderRecord } from '@/lib/orders/order-record'
import { findOffers } from '@/lib/orders/placement/order-quote-store'

/** Gas of a fee transfer, whose recipient may not hold the token yet. */
const payoutGas = 45_000n

/**
 * Attaches the fees to an auction's orders: this service's volume fee first, if configured, then the partner fees of
 * their app data.
 */
export async function applyFeePolicies(
  ctx: Context,
  entries: readonly AuctionOrder[],
  records: readonly OrderRecord[],
): Promise<AuctionOrder[]> {
  const fees = new Map(records.map(({ uid, partnerFees }) => [uid, partnerFees]))
  const compared = records.filter(({ partnerFees }) =>
    partnerFees.some((fee) => 'priceImprovementBps' in fee),
  )
  const offers = await findOffers(
    ctx.db,
    compared.map(({ uid }) => uid),
  )
  const own = ownFee(ctx)
  return entries.map((entry) => {
    const partners = (fees.get(entry.uid) ?? []).map((fee) => ({
      fee,
      ...('priceImprovementBps' in fee ? { quote: offers.get(entry.uid) } : {}),
    }))
    return charge(entry, [...own, ...partners], ctx.config.settlementContract)
  })
}

function charge(
  entry: AuctionOrder,
  policies: readonly FeePolicy[],
  settlement: Address,
): AuctionOrder {
  const recipients = new Set(
    policies.map(({ fee }) => fee.recipient).filter((to) => to !== settlement),
  )
  const interactionGas = entry.interactionGas + payoutGas * BigInt(recipients.size)
  return { ...withRoomForFees(entry, policies), interactionGas }
}

/** Without a recipient the fee stays in the settlement contract. */
function ownFee({ config }: Context): FeePolicy[] {
  const { volumeFeeBps, feeRecipient, settlementContract } = config
  if (volumeFeeBps === 0) return []
  return [{ fee: { volumeBps: volumeFeeBps, recipient: feeRecipient ?? settlementContract } }]
}
