import type { PartnerFee } from '@/lib/app-data/metadata'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import type { OrderClass, PlacementError } from '@/prisma/generated/client'
import type { OrderState } from './state/order-state'

/** An order as the service keeps it: what was signed, and its state. */
export type OrderRecord = SignedOrder &
  OrderState & {
    readonly uid: Hex
    readonly chainId: number
    readonly settlementContract: Address
    /**
     * Unix seconds when the order ends: `validTo`, or the earlier end that an order placed on chain
     * states.
     */
    readonly trueValidTo: number
    /** Unix seconds before which the order takes part in no auction. */
    readonly validFrom: number | undefined
    readonly class: OrderClass
    /** What settling the order calls before and after it. */
    readonly interactions: OrderInteractions
    /** What the app data grants partners. */
    readonly partnerFees: readonly PartnerFee[]
    /** Affiliate code of the app data, upper-cased. */
    readonly referrerCode: string | undefined
    /** Who placed the order by a transaction, through a contract that owns it. */
    readonly onchainSender: Address | undefined
    readonly placementError: PlacementError | undefined
    readonly quoteId: bigint | undefined
    readonly createdAt: Date
    readonly cancelledAt: Date | undefined
    /** `user_signature`, `policy: <reason>` or `replaced: <uid>`; undefined unless cancelled off chain. */
    readonly cancellationReason: string | undefined
    /** Settlements of this order that reverted in a row. */
    readonly failedSettlements: number
    /** Why no solver competes for the order, as the newest round found; stale once the order has ended. */
    readonly exclusion: Exclusion | undefined
  }

/** What is known of an order when it is placed. */
export type NewOrder = SignedOrder &
  Pick<
    OrderRecord,
    | 'uid'
    | 'chainId'
    | 'settlementContract'
    | 'trueValidTo'
    | 'validFrom'
    | 'class'
    | 'interactions'
    | 'partnerFees'
    | 'referrerCode'
    | 'onchainSender'
    | 'placementError'
    | 'quoteId'
    | 'createdAt'
  > &
  Partial<Pick<OrderRecord, 'exclusion'>>

/** Settlements in a row that may fail before an order is left out of auctions. */
export const maxFailedSettlements = 3
