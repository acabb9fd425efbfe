import type { PartnerFee } from '@/lib/app-data/metadata'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import type { OrderState } from '@/lib/orders/state/order-state'
import type { OrderClass, PlacementError } from '@/prisma/generated/client'

/** A stored order: the signed terms and its state. */
export type OrderRecord = SignedOrder &
  OrderState & {
    readonly uid: Hex
    readonly chainId: number
    readonly settlementContract: Address
    /** Unix seconds when the order expires: `validTo`, or an earlier end set by an on-chain placement. */
    readonly trueValidTo: number
    /** Unix seconds before which the order is not solvable. */
    readonly validFrom: number | undefined
    /** The owner's name of the scheduled order that this order is a part of. */
    readonly schedule: string | undefined
    readonly class: OrderClass
    /** Interactions before and after the trade. */
    readonly interactions: OrderInteractions
    /** Partner fees granted by the app data. */
    readonly partnerFees: readonly PartnerFee[]
    /** Affiliate code of the app data in upper case. */
    readonly referrerCode: string | undefined
    /** The account that placed the order on chain, through a contract that owns it. */
    readonly onchainSender: Address | undefined
    readonly placementError: PlacementError | undefined
    readonly quoteId: bigint | undefined
    readonly createdAt: Date
    readonly cancelledAt: Date | undefined
    /** `user_signature`, `policy: <reason>` or `replaced: <uid>`; undefined unless cancelled off chain. */
    readonly cancellationReason: string | undefined
    /** Consecutive reverted settlements for which this order was to blame. */
    readonly failedSettlements: number
    /** Why no solver competes for the order, according to the latest round; stale once the order has ended. */
    readonly exclusion: Exclusion | undefined
    /** Gas that the ERC-1271 check of the signature used at placement; undefined: another scheme, or not measured. */
    readonly signatureGas?: bigint | undefined
    /** Gas of its tokens' transfers beyond plain ones, by trials at placement; undefined: not measured. */
    readonly transferGas?: bigint | undefined
  }

/** The data known when an order is placed. */
export type NewOrder = SignedOrder &
  Pick<
    OrderRecord,
    | 'uid'
    | 'chainId'
    | 'settlementContract'
    | 'trueValidTo'
    | 'validFrom'
    | 'schedule'
    | 'class'
    | 'interactions'
    | 'partnerFees'
    | 'referrerCode'
    | 'onchainSender'
    | 'placementError'
    | 'quoteId'
    | 'createdAt'
  > &
  Partial<Pick<OrderRecord, 'exclusion' | 'signatureGas' | 'transferGas'>>

/**
 * Returns why no solver competes for an order; undefined when it is solvable or has ended. The order's own state takes
 * precedence over the latest round's result.
 */
export function exclusionOf(order: OrderRecord): Exclusion | undefined {
  if (order.status !== 'open') return undefined
  if (!order.signed) return { code: 'awaitsSignature' }
  if (order.placementError === 'preValidationError') return { code: 'tokenNotTraded' }
  return order.exclusion
}
