import { keccak256, stringToHex } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** What a notification can be about. Spec: Events. */
export const notificationTypes = [
  'order_filled',
  'order_expired',
  'order_cancelled',
  'order_partially_filled',
  'insufficient_balance',
  'price_improvement',
] as const

/** What a notification is about. Spec: Events. */
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
  /** What the owner lacks, of `insufficient_balance`. */
  readonly shortOf?: 'balance' | 'allowance'
  /** Set when this notification takes another one back. */
  readonly correction?: true
  readonly correctsId?: string
  /** Set when nothing happened: an account tries one of its channels. */
  readonly test?: true
}

/** A notification that is to be saved. */
export type NewNotification = {
  /** A function of facts only, so that the same fact is never told twice; see {@link notificationId}. */
  readonly id: string
  readonly chainId: number
  readonly account: Address
  readonly type: NotificationType
  readonly message: string
  readonly orderUid: Hex
  readonly metadata: NotificationMetadata
}

/** A notification as an account reads it. */
export type Notification = NewNotification & { readonly createdAt: Date }

/** Where on a chain something happened. */
export type ChainFact = {
  readonly blockHash: Hex
  readonly logIndex: number
}

/** What a notification says happened, besides its type, network and order. */
export type NotificationFact =
  | ChainFact
  | { readonly validTo: number }
  /** The how manyth shortfall of the order. */
  | { readonly shortfall: number }
  | { readonly reason: string }

/** The id of a notification: 32 bytes of hex, a function of what happened and never of when it was seen. */
export function notificationId(
  notice: { type: NotificationType; chainId: number; orderUid: Hex },
  fact: NotificationFact,
): string {
  return hashParts([notice.type, String(notice.chainId), notice.orderUid, ...factParts(fact)])
}

/** The id under which a fact is told for the nth time, having been taken back n - 1 times. */
export function occurrenceId(id: string, occurrence: number): string {
  return occurrence === 1 ? id : hashParts(['occurrence', id, String(occurrence)])
}

/** The id of the notification that takes another one back. */
export function correctionId(id: string): string {
  return hashParts(['correction', id])
}

function factParts(fact: NotificationFact): string[] {
  if ('blockHash' in fact) return ['block', fact.blockHash, String(fact.logIndex)]
  if ('validTo' in fact) return ['validTo', String(fact.validTo)]
  if ('reason' in fact) return ['reason', fact.reason]
  return ['shortfall', String(fact.shortfall)]
}

/** The notification that takes `notification` back: its block was dropped by the network. */
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
