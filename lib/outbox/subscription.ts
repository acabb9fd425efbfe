import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import type { Failure } from './failure'

/** Channels other than the inbox. Spec: Events. */
export const channels = ['telegram', 'web_push', 'email', 'webhook'] as const

/** A channel other than the inbox. Spec: Events. */
export type Channel = (typeof channels)[number]

/** An account's delivery schedule. */
export type Rhythm = {
  /** Minutes after midnight in `timeZone`; nothing is sent between them. */
  readonly quiet: { readonly from: number; readonly to: number } | undefined
  /** IANA name. */
  readonly timeZone: string
  readonly digest: 'none' | 'hourly' | 'daily'
}

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
  readonly lastError: Failure | undefined
  /** Start of the current streak of failures. */
  readonly failingSinceMs: number | undefined
  /** When and why the service disabled it. */
  readonly stopped: { readonly atMs: number; readonly reason: Failure | undefined } | undefined
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
