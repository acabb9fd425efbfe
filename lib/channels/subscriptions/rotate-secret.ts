import { encrypt } from '@/lib/channels/encryption/encrypt'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { getSubscription, noSubscription } from './change-subscription'
import type { Subscription } from './subscription'
import { replaceSecret, type SubscriptionKey } from './subscription-store'

/** Milliseconds for which messages are signed with the secret before the newest one too. */
const overlapMs = 24 * 3_600_000

/**
 * Gives a webhook a new secret, which is told this once. For 24 hours messages are signed with the one before it
 * too, and hold for who knows either.
 *
 * Within these 24 hours another one takes the place of the newest, which may have been lost before any receiver knew
 * it, and the older one that receivers go by until they are given another holds to its own end. So two are good at
 * most, each message is small, and nobody keeps an old secret alive by asking for new ones. Who did give the newest to
 * a receiver has to give it this one before the older ends.
 *
 * @throws {ServiceError} NotFound when the account has none of this id, BadRequest when it is no webhook.
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
