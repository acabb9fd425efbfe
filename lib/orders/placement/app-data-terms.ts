import type { AppDataMetadata } from '@/lib/app-data/metadata'
import { capPartnerFees } from '@/lib/app-data/partner-fee'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import type { NewOrder } from '@/lib/orders/order-record'

/** Terms that come from an order's app data and are stored with it. */
type AppDataTerms = Pick<
  NewOrder,
  'validFrom' | 'schedule' | 'class' | 'interactions' | 'partnerFees' | 'referrerCode'
>

/** App data settings of a network and its operator. */
export type AppDataPolicy = {
  /** The contract that executes hooks. */
  readonly trampoline: Address
  /** Cap on the total of an order's partner fees. */
  readonly maxPartnerFeeBps: number
}

/**
 * Derives an order's terms from its app data. Without an `orderClass`, an order with a signed fee is a market order.
 */
export function appDataTerms(
  { feeAmount }: Pick<Order, 'feeAmount'>,
  metadata: AppDataMetadata,
  { trampoline, maxPartnerFeeBps }: AppDataPolicy,
): AppDataTerms {
  return {
    validFrom: metadata.validFrom,
    schedule: metadata.schedule,
    class: metadata.orderClass ?? (feeAmount === 0n ? 'limit' : 'market'),
    interactions: hookInteractions(metadata.hooks, trampoline),
    partnerFees: capPartnerFees(metadata.partnerFees, maxPartnerFeeBps),
    referrerCode: metadata.referrerCode,
  }
}
