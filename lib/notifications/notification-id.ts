import { keccak256, stringToHex } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import type { NewOrderNotification, NotificationType } from '@/lib/core/notification'

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
  /** Id of a price alert, and how often it has been armed. */
  | { readonly alert: string; readonly arming: number }

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
  if ('alert' in fact) return ['alert', fact.alert, String(fact.arming)]
  return ['shortfall', String(fact.shortfall)]
}

/** Builds the correction of a notification whose block was reorged out. */
export function correctionOf(notification: NewOrderNotification): NewOrderNotification {
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
