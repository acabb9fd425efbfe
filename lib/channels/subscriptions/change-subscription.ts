import { channelError } from '@/lib/channels/channel-error'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { standardTimeZone } from '@/lib/channels/sending/local-time'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { NotificationType } from '@/lib/core/notification'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { rescheduleWaiting } from '@/lib/outbox/delivery-store'
import type { Subscription } from '@/lib/outbox/subscription'
import {
  deleteSubscription,
  findSubscription,
  forgetFailures,
  replaceSecret,
  type SubscriptionChange,
  type SubscriptionKey,
  updateSubscription,
} from '@/lib/outbox/subscription-store'
import { cleanLabel } from './label'

/** The changes an owner may make; omitted members stay. */
export type Change = {
  readonly label?: string | undefined
  readonly types?: readonly NotificationType[] | undefined
  readonly enabled?: boolean | undefined
  /** Minutes after midnight; null: no quiet hours. */
  readonly quiet?: Subscription['rhythm']['quiet'] | null
  /** IANA name in any spelling. */
  readonly timeZone?: string | undefined
  readonly digest?: Subscription['rhythm']['digest'] | undefined
}

/**
 * Changes a subscription. Enabling it clears a disabling by the service, and waiting deliveries follow the new
 * settings.
 *
 * @throws {ServiceError} NotFound when the account has no such subscription, BadRequest for an invalid change.
 */
export async function changeSubscription(
  ctx: Context,
  key: SubscriptionKey,
  change: Change,
): Promise<Subscription> {
  return inTransaction(ctx.db, async (tx) => {
    const { channel } = await getSubscription(tx, key)
    if (channel === 'webhook' && (change.quiet || (change.digest && change.digest !== 'none'))) {
      throw new ServiceError('BadRequest', 'webhooks have no quiet hours and no digest')
    }
    if (change.enabled) await forgetFailures(tx, key)
    const changed = await updateSubscription(tx, key, toColumns(change))
    if (!changed) throw noSubscription()
    await rescheduleWaiting(tx, { id: key.id, at: new Date(ctx.now()) })
    return changed
  })
}

/** Returns a subscription of an account. @throws {ServiceError} NotFound when it has none with this id. */
export async function getSubscription(
  db: Transaction,
  key: SubscriptionKey,
): Promise<Subscription> {
  const found = await findSubscription(db, key)
  if (found) return found
  throw noSubscription()
}

/** Creates the error for a missing subscription or one of another account. */
export function noSubscription(): ServiceError {
  return channelError({ code: 'channelMissing' })
}

function toColumns({ label, quiet, types, enabled, timeZone, digest }: Change): SubscriptionChange {
  const named = label === undefined ? undefined : cleanLabel(label)
  if (label !== undefined && named === undefined) {
    throw channelError({ code: 'labelUnreadable' })
  }
  return {
    ...(named === undefined ? {} : { label: named }),
    ...(types ? { types } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    ...(quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
    ...(timeZone === undefined ? {} : { timeZone: standardTimeZone(timeZone) }),
    ...(digest ? { digest } : {}),
  }
}

/**
 * Deletes a subscription and its deliveries.
 *
 * @throws {ServiceError} NotFound when the account has no such subscription.
 */
export async function removeSubscription(ctx: Context, key: SubscriptionKey): Promise<void> {
  if (!(await deleteSubscription(ctx.db, key))) throw noSubscription()
}

/** Milliseconds for which messages are also signed with the previous secret. */
const overlapMs = 24 * 3_600_000

/**
 * Rotates the signing secret of a webhook and returns the new one, which is shown only this once. For 24 hours messages
 * are also signed with the previous secret, so that receivers with either one can verify them.
 *
 * Another rotation within these 24 hours replaces the newest secret, which may have been lost before any receiver had
 * it; the older one, which receivers still use, keeps its expiry. So at most two secrets are valid, messages stay
 * small, and repeated rotation does not prolong an old secret. An owner who has deployed the newest secret must deploy
 * this one before the older one expires.
 *
 * @throws {ServiceError} NotFound when the account has no such subscription, BadRequest when it is no webhook.
 */
export async function rotateSecret(
  ctx: Context,
  key: SubscriptionKey,
): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
  const secret = makeWebhookSecret()
  const sealed = encrypt(ctx.config, 'secret', secret)
  const at = new Date(ctx.now())
  const until = new Date(ctx.now() + overlapMs)
  const subscription = await inTransaction(ctx.db, async (tx) => {
    const { channel } = await getSubscription(tx, key)
    if (channel !== 'webhook') throw new ServiceError('BadRequest', 'only webhooks have a secret')
    const replaced = await replaceSecret(tx, key, { secret: sealed, until, at })
    if (!replaced) throw noSubscription()
    return replaced
  })
  return { subscription, secret }
}
