import type { Channel } from '@/lib/channels/channel'
import type { Rhythm } from '@/lib/channels/sending/delivery-window'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'

/** Maximum subscriptions of an account per network. */
export const maxSubscriptions = 10

/** A subscription of an account for some networks, without the endpoint's address. Times in Unix milliseconds. */
export type Subscription = Identity & {
  readonly id: string
  readonly channel: Channel
  /** The owner's name for it; reveals at most a part of the address. */
  readonly label: string
  readonly types: readonly NotificationType[]
  /** Set by the owner. */
  readonly isEnabled: boolean
  /** Whether the endpoint's owner has consented. */
  readonly isConfirmed: boolean
  /** Time of the latest consent. */
  readonly agreedAtMs: number | undefined
  readonly rhythm: Rhythm
  readonly createdAtMs: number
  readonly lastSentAtMs: number | undefined
  readonly lastError: string | undefined
  /** Start of the current streak of failures. */
  readonly failingSinceMs: number | undefined
  /** When and why the service disabled it. */
  readonly stopped: { readonly atMs: number; readonly reason: string } | undefined
  /** Expiry of the previous secret. */
  readonly oldSecretUntilMs: number | undefined
}

/** States of a subscription. */
export const subscriptionStates = ['on', 'failing', 'paused', 'unconfirmed', 'stopped'] as const

/** State of a subscription: active, or the reason why it is not. */
export type SubscriptionState = (typeof subscriptionStates)[number]

/** Returns the state of a subscription; states that its owner can act on take precedence. */
export function stateOf(subscription: Subscription): SubscriptionState {
  if (!subscription.isConfirmed) return 'unconfirmed'
  if (subscription.stopped) return 'stopped'
  if (!subscription.isEnabled) return 'paused'
  return subscription.failingSinceMs === undefined ? 'on' : 'failing'
}

/** Maximum characters of a label. */
export const maxLabelCharacters = 60

/**
 * Cleans a label: one line without invisible or bidirectional characters, at most 60 characters; undefined when empty.
 */
export function cleanLabel(text: string): string | undefined {
  const line = text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = line.replace(/\s+/gu, ' ').trim()
  const kept = Array.from(words).slice(0, maxLabelCharacters).join('').trim()
  return kept === '' ? undefined : kept
}

/** Masks a mail address so that only its owner recognises it: `a…@example.org`. */
export function maskMail(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
