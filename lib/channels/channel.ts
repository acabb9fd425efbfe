import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Notification } from '@/lib/core/notification'
import type { Failure } from '@/lib/outbox/failure'
import type { Channel } from '@/lib/outbox/subscription'

/** Address of an endpoint, by channel; stored encrypted. */
export type Targets = {
  readonly telegram: { readonly chatId: string }
  /** As returned by the browser's push manager (RFC 8030, RFC 8291). */
  readonly web_push: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly email: { readonly address: string }
  readonly webhook: { readonly url: string }
}

/** An endpoint to send to. */
export type ChannelEndpoint<C extends Channel> = {
  readonly subscriptionId: string
  readonly account: Address
  readonly target: Targets[C]
  /**
   * Webhooks: signing secrets, newest first; two while a rotated one is still valid. Mail: the secret of its
   * unsubscribe links.
   */
  readonly secrets: readonly string[]
}

/** The result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent'; readonly status?: number }
  /** A transient failure; `afterMs` is the earliest retry that the endpoint requested. */
  | {
      readonly kind: 'failed'
      readonly error: Failure
      /** Additional detail for the operator's log only. */
      readonly cause?: string
      readonly status?: number
      readonly afterMs?: number
    }
  /** Not attempted: the channel is at its rate limit for `afterMs`, at most ten seconds. Nothing is recorded. */
  | {
      readonly kind: 'later'
      readonly error: Failure
      readonly status?: number
      readonly afterMs: number
    }
  /** These messages are permanently rejected; others may succeed. */
  | { readonly kind: 'refused'; readonly error: Failure; readonly status?: number }
  /** The endpoint no longer exists; nothing may be sent to it again. */
  | { readonly kind: 'gone'; readonly error: Failure; readonly status?: number }

/**
 * Sends one notification, or several as a digest, oldest first, to one endpoint of an account. An outage is an outcome,
 * not an exception. `error` is shown to the account: it must not contain secrets or the reason why a connection to a
 * user-supplied host failed, which would let the account scan networks through this service.
 */
export type Send<C extends Channel> = (
  ctx: Context,
  receiver: ChannelEndpoint<C>,
  notifications: readonly Notification[],
) => Promise<Outcome>
