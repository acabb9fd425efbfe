import type { AppDataMetadata } from '@/lib/app-data/metadata'
import { capPartnerFees } from '@/lib/app-data/partner-fee'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import type { NewOrder } from '@/lib/orders/order-record'

/** What an order's app data adds to what was signed, as it is kept with the order. */
type AppDataTerms = Pick<
  NewOrder,
  'validFrom' | 'class' | 'interactions' | 'partnerFees' | 'referrerCode'
>

/** How a network and its operator treat app data. */
export type AppDataPolicy = {
  /** The contract that makes hooks. */
  readonly trampoline: Address
  /** What the fees of all partners of an order may come to. */
  readonly maxPartnerFeeBps: number
}

/** The terms that an order has from its app data. Without a class, who signs a fee trades at the market. */
export function appDataTerms(
  { feeAmount }: Pick<Order, 'feeAmount'>,
  metadata: AppDataMetadata,
  { trampoline, maxPartnerFeeBps }: AppDataPolicy,
): AppDataTerms {
  return {
    validFrom: metadata.validFrom,
    class: metadata.orderClass ?? (feeAmount === 0n ? 'limit' : 'market'),
    interactions: hookInteractions(metadata.hooks, trampoline),
    partnerFees: capPartnerFees(metadata.partnerFees, maxPartnerFeeBps),
    referrerCode: metadata.referrerCode,
  }
}
