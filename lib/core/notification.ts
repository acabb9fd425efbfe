import type { Address } from './address'
import type { Hex } from './bytes'

/** Event types of notifications. Spec: Events. */
export const notificationTypes = [
  'order_filled',
  'order_expired',
  'order_cancelled',
  'order_partially_filled',
  'insufficient_balance',
  'price_improvement',
] as const

/** Event type of a notification. Spec: Events. */
export type NotificationType = (typeof notificationTypes)[number]

/** Type-specific data of a notification. Spec: Notification. */
export type NotificationMetadata = {
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

/** A notification to save. */
export type NewNotification = {
  /** Derived only from facts, so that one fact is never saved twice; see `lib/notifications/notification-id.ts`. */
  readonly id: string
  readonly chainId: number
  readonly account: Address
  readonly type: NotificationType
  readonly message: string
  readonly orderUid: Hex
  readonly metadata: NotificationMetadata
}

/** A stored notification. */
export type Notification = NewNotification & { readonly createdAt: Date }

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
