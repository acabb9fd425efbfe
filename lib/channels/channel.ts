import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Notification } from '@/lib/notifications/notification'

/** Where notifications can be sent besides the inbox. Spec: Events. */
export const channels = ['telegram', 'web_push', 'email', 'webhook'] as const

/** Where notifications can be sent besides the inbox. Spec: Events. */
export type Channel = (typeof channels)[number]

/** The address of a receiver, by channel; kept encrypted. */
export type Targets = {
  readonly telegram: { readonly chatId: string }
  /** As the browser's push manager gives it (RFC 8030, RFC 8291). */
  readonly web_push: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly email: { readonly address: string }
  readonly webhook: { readonly url: string }
}

/** Who is sent to. */
export type Receiver<C extends Channel> = {
  readonly subscriptionId: string
  readonly account: Address
  readonly target: Targets[C]
  /**
   * Of webhooks what they are signed with, the newest first: two while an old one still holds. Of mails the one of their
   * links.
   */
  readonly secrets: readonly string[]
}

/** What came of an attempt to send. */
export type Outcome =
  | { readonly kind: 'sent'; readonly status?: number }
  /** May work later, not before `afterMs` where the receiver said so. */
  | {
      readonly kind: 'failed'
      readonly error: string
      /** What the operator's log says besides, and nobody else is told. */
      readonly cause?: string
      readonly status?: number
      readonly afterMs?: number
    }
  /** Not tried: the channel takes no more before `afterMs`, ten seconds at most. Nothing is recorded. */
  | {
      readonly kind: 'later'
      readonly error: string
      readonly status?: number
      readonly afterMs: number
    }
  /** These messages will never be taken; others may be. */
  | { readonly kind: 'refused'; readonly error: string; readonly status?: number }
  /** The receiver is there no more: nothing is to be sent to it again. */
  | { readonly kind: 'gone'; readonly error: string; readonly status?: number }

/**
 * Sends notifications of one account to one receiver, together: one, or several as a digest, oldest first. An
 * outage is an outcome and no error; `error` is shown to the account and holds no secret, nor how a connection to a host
 * of the account's choice has failed: it would have us explore networks.
 */
export type Send<C extends Channel> = (
  ctx: Context,
  receiver: Receiver<C>,
  notifications: readonly Notification[],
) => Promise<Outcome>
