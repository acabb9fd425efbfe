import type { Channel } from '@/lib/channels/channel'
import type { Rhythm } from '@/lib/channels/sending/delivery-window'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/notifications/notification'

/** Subscriptions that an account may have for a network. */
export const maxSubscriptions = 10

/**
 * Where an account wants its notifications of some networks sent, without the address itself. Times in Unix
 * milliseconds.
 */
export type Subscription = Identity & {
  readonly id: string
  readonly channel: Channel
  /** How its owner knows it; tells the address in part at most. */
  readonly label: string
  readonly types: readonly NotificationType[]
  /** The owner's switch. */
  readonly isEnabled: boolean
  /** Whether the receiver has agreed. */
  readonly isConfirmed: boolean
  /** When the receiver last agreed. */
  readonly agreedAtMs: number | undefined
  readonly rhythm: Rhythm
  readonly createdAtMs: number
  readonly lastSentAtMs: number | undefined
  readonly lastError: string | undefined
  /** Since when every attempt has failed. */
  readonly failingSinceMs: number | undefined
  /** When and why the service gave it up. */
  readonly stopped: { readonly atMs: number; readonly reason: string } | undefined
  /** Until when the secret before this one holds too. */
  readonly oldSecretUntilMs: number | undefined
}

/** How a subscription is. */
export const subscriptionStates = ['on', 'failing', 'paused', 'unconfirmed', 'stopped'] as const

/** How a subscription is: what keeps it from being sent to, if anything does. */
export type SubscriptionState = (typeof subscriptionStates)[number]

/** How a subscription is; what its owner can do something about comes first. */
export function stateOf(subscription: Subscription): SubscriptionState {
  if (!subscription.isConfirmed) return 'unconfirmed'
  if (subscription.stopped) return 'stopped'
  if (!subscription.isEnabled) return 'paused'
  return subscription.failingSinceMs === undefined ? 'on' : 'failing'
}

/** Characters of a label at most. */
export const maxLabelCharacters = 60

/**
 * A label as it is kept: one line without what cannot be seen or turns the reading direction, 60 characters at most;
 * undefined when nothing is left of it.
 */
export function cleanLabel(text: string): string | undefined {
  const line = text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = line.replace(/\s+/gu, ' ').trim()
  const kept = Array.from(words).slice(0, maxLabelCharacters).join('').trim()
  return kept === '' ? undefined : kept
}

/** A mail address as its owner knows it and nobody else: `a…@example.org`. */
export function maskMail(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
