import type { Address } from './address'
import type { Hex } from './bytes'
import type { PriceTarget } from './price-alert'

/** Types of the notifications that anybody can read, about orders. Spec: Events. */
export const publicTypes = [
  'order_filled',
  'order_expired',
  'order_cancelled',
  'order_partially_filled',
  'insufficient_balance',
  'price_improvement',
] as const

/** Type of a public notification. Spec: Events. */
export type PublicType = (typeof publicTypes)[number]

/** All types. Those that are not public exist in the inbox and channels of their account only. */
export const notificationTypes = [...publicTypes, 'price_alert'] as const

/** Type of a notification. */
export type NotificationType = (typeof notificationTypes)[number]

/** Data of a notification about an order. Spec: Notification. */
export type OrderMetadata = {
  /** The order's uid. */
  readonly orderId: string
  /** Atoms as decimal text, of the sell token for sell orders and of the buy token for buy orders. */
  readonly executedAmount: string
  readonly chainId: number
  readonly txHash?: Hex
  /**
   * Why an order was cancelled: `user_signature`, `onchain_cancellation`, `policy: <reason>` or
   * `replaced: <uid>`.
   */
  readonly reason?: string
  /** Only for `insufficient_balance`: what falls short. */
  readonly shortOf?: 'balance' | 'allowance'
  /** Set on a correction, which retracts the notification `correctsId`. */
  readonly correction?: true
  readonly correctsId?: string
  /** Set on a test notification, with which an account tries a channel. */
  readonly test?: true
}

/** Data of a price alert. */
export type AlertMetadata = PriceTarget & {
  readonly chainId: number
  readonly token: Address
  /** Cleaned for display. */
  readonly symbol: string
  /** Price of one whole token in US dollars when the alert fired. */
  readonly priceUsd: number
} & { readonly [Field in Exclude<keyof OrderMetadata, 'chainId'>]?: undefined }

/** Type-specific data of a notification. */
export type NotificationMetadata = OrderMetadata | AlertMetadata

/** The order uid of a notification that is about no order. */
export const noOrder: Hex = '0x'

/** A notification to save. */
export type NewNotification = {
  /** Derived only from facts, so that one fact is never saved twice; see `lib/notifications/notification-id.ts`. */
  readonly id: string
  readonly chainId: number
  readonly account: Address
  readonly type: NotificationType
  readonly message: string
  /** {@link noOrder} if it is about none. */
  readonly orderUid: Hex
  readonly metadata: NotificationMetadata
}

/** A notification about an order. */
type AboutOrder = { readonly type: PublicType; readonly metadata: OrderMetadata }

/** A notification about an order, to save. */
export type NewOrderNotification = NewNotification & AboutOrder

/** A stored notification. */
export type Notification = NewNotification & { readonly createdAt: Date }

/** A stored notification about an order. */
export type OrderNotification = Notification & AboutOrder

/** A notification as read from its table, or from a row in JSON. */
export type NotificationRow = Pick<Notification, 'id' | 'chainId' | 'type' | 'message'> & {
  readonly account: string
  readonly orderUid: string
  readonly metadata: unknown
  readonly createdAt: Date | string
}

/** Converts a row to a notification. */
export function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    chainId: row.chainId,
    account: row.account as Address,
    type: row.type,
    message: row.message,
    orderUid: row.orderUid as Hex,
    metadata: row.metadata as NotificationMetadata,
    createdAt: new Date(row.createdAt),
  }
}

/** Converts a row of one of the {@link publicTypes}. */
export function toOrderNotification(row: NotificationRow): OrderNotification {
  return toNotification(row) as OrderNotification
}
