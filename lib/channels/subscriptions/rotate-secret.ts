import { encrypt } from '@/lib/channels/encryption/encrypt'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import type { Subscription } from '@/lib/outbox/subscription'
import { replaceSecret, type SubscriptionKey } from '@/lib/outbox/subscription-store'
import { getSubscription, noSubscription } from './change-subscription'

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
