import { randomBytes, timingSafeEqual } from 'node:crypto'
import { channelError } from '@/lib/channels/channel-error'
import { tryOpen } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { stopSubscription } from '@/lib/outbox/attempt-store'
import { findMailSecret } from '@/lib/outbox/endpoint-store'
import { withdrawConfirmation } from '@/lib/outbox/subscription-store'

/**
 * Unsubscribes the reader of a subscription's mails at once (RFC 8058); it must be confirmed again before anything is
 * sent. Repeated calls, and calls for a deleted subscription, change nothing.
 *
 * @throws {ServiceError} BadRequest for a forged token, ServiceUnavailable without ENCRYPTION_KEY.
 */
export async function unsubscribeMail(ctx: Context, token: string): Promise<void> {
  const facts = readUnsubscribeToken(token)
  if (!facts) throw notOurs()
  const { subscriptionId } = facts
  const sealed = await findMailSecret(ctx.db, subscriptionId)
  if (sealed === undefined) return
  const secret = tryOpen(ctx.config, 'secret', sealed)
  // With the encryption key lost, nothing can be sent there, so the subscription id alone suffices to end it.
  if (secret !== undefined && !isSame(secret, facts.secret)) throw notOurs()
  await inTransaction(ctx.db, async (tx) => {
    if (!(await withdrawConfirmation(tx, subscriptionId))) return
    const reason = { code: 'unsubscribed' } as const
    await stopSubscription(tx, subscriptionId, { reason, at: new Date(ctx.now()) })
  })
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

function notOurs(): ServiceError {
  return channelError({ code: 'linkForged' })
}

/** Content of an unsubscribe link. */
type UnsubscribeFacts = {
  readonly subscriptionId: string
  /** The subscription's secret, which authenticates the link. */
  readonly secret: string
}

const form =
  /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** Generates the secret of a subscription's unsubscribe links: 32 random bytes, base64url. */
export function makeUnsubscribeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Builds the token of an unsubscribe link; it never expires, as the secret does not change. */
export function unsubscribeToken({ subscriptionId, secret }: UnsubscribeFacts): string {
  return `${subscriptionId.replaceAll('-', '')}.${secret}`
}

/** Parses an unsubscribe token without authenticating it; undefined when malformed. */
export function readUnsubscribeToken(token: string): UnsubscribeFacts | undefined {
  const [, ...parts] = form.exec(token) ?? []
  const secret = parts.pop()
  return secret === undefined ? undefined : { subscriptionId: parts.join('-'), secret }
}
