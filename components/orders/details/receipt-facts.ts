import type { ShownToken } from '@/components/orders/token-amount'
import type { LinkedAmounts } from '@/lib/client/orders/order-href'
import type { Offer } from '@/lib/client/orders/order-prices'
import type { OrderStage } from '@/lib/client/swap/order-progress'
import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import type { OrderCosts } from '@/lib/orders/order-costs'
import type { FillAuction, OrderDollars } from '@/lib/settlements/reports/find-order-report'
import type { TimelineFacts } from './order-timeline'
import type { ShownTrade } from './order-trades'

/** What the receipt of an order shows. */
export type ReceiptFacts = {
  readonly order: TimelineFacts['order']
  readonly receiver: Address
  /** The referral code that it carries. */
  readonly referrerCode: string | undefined
  /** Newest first. */
  readonly trades: readonly ShownTrade[]
  /** Oldest first. */
  readonly fills: readonly ShownTrade[]
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly offer: Offer | undefined
  /** The auctions that its fills come from, newest first. */
  readonly auctions: readonly FillAuction[]
  /** Upper bound on the total over all fills, in atoms; undefined if unknown. */
  readonly bound: bigint | undefined
  /** Network cost and fees of its fills; undefined if unknown. */
  readonly costs: OrderCosts | undefined
  readonly dollars: OrderDollars
  readonly stage: OrderStage
  readonly network: Network
  readonly amounts: LinkedAmounts
  readonly nowSeconds: number
}
