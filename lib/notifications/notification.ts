import { keccak256, stringToHex } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

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
  /** Derived only from facts, so that one fact is never saved twice; see {@link notificationId}. */
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

/** Position of an event on a chain. */
export type ChainFact = {
  readonly blockHash: Hex
  readonly logIndex: number
}

/** The fact behind a notification, beyond its type, network and order. */
export type NotificationFact =
  | ChainFact
  | { readonly validTo: number }
  /** 1-based sequence number of the shortfall per order. */
  | { readonly shortfall: number }
  | { readonly reason: string }

/** Derives the id of a notification: 32 bytes of hex from what happened, never from when it was observed. */
export function notificationId(
  notice: { type: NotificationType; chainId: number; orderUid: Hex },
  fact: NotificationFact,
): string {
  return hashParts([notice.type, String(notice.chainId), notice.orderUid, ...factParts(fact)])
}

/** The id of a fact's nth notification, after n - 1 corrections. */
export function occurrenceId(id: string, occurrence: number): string {
  return occurrence === 1 ? id : hashParts(['occurrence', id, String(occurrence)])
}

/** The id of the correction of a notification. */
export function correctionId(id: string): string {
  return hashParts(['correction', id])
}

function factParts(fact: NotificationFact): string[] {
  if ('blockHash' in fact) return ['block', fact.blockHash, String(fact.logIndex)]
  if ('validTo' in fact) return ['validTo', String(fact.validTo)]
  if ('reason' in fact) return ['reason', fact.reason]
  return ['shortfall', String(fact.shortfall)]
}

/** Builds the correction of a notification whose block was reorged out. */
export function correctionOf(notification: NewNotification): NewNotification {
  return {
    ...notification,
    id: correctionId(notification.id),
    message: `Correction: the network dropped the block that said this. ${notification.message}`,
    metadata: { ...notification.metadata, correction: true, correctsId: notification.id },
  }
}

function hashParts(parts: readonly string[]): string {
  return keccak256(stringToHex(parts.join('|')))
}
