import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { getSubscription } from './change-subscription'
import { seal } from './seal'
import type { Subscription } from './subscription'
import { replaceSecret, type SubscriptionKey } from './subscription-store'
import { makeWebhookSecret } from './webhook-signature'

/** Milliseconds for which messages are signed with the secret before the newest one too. */
const overlapMs = 24 * 3_600_000

/**
 * Gives a webhook a new secret, which is told this once. For 24 hours messages are signed with the one before it
 * too, and hold for who knows either; there is no third one meanwhile, which the receiver might not know yet.
 *
 * @throws {ServiceError} NotFound when the account has none of this id, BadRequest when it is no webhook, Conflict while
 *   the secret before the last change holds.
 */
export async function rotateSecret(
  ctx: Context,
  key: SubscriptionKey,
): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
  const secret = makeWebhookSecret()
  const sealed = seal(ctx.config, 'secret', secret)
  const at = new Date(ctx.now())
  const until = new Date(ctx.now() + overlapMs)
  const subscription = await inTransaction(ctx.db, async (tx) => {
    const { channel } = await getSubscription(tx, key)
    if (channel !== 'webhook') throw new ServiceError('BadRequest', 'only webhooks have a secret')
    const replaced = await replaceSecret(tx, key, { secret: sealed, until, at })
    if (replaced) return replaced
    throw tooSoon(await getSubscription(tx, key))
  })
  return { subscription, secret }
}

function tooSoon({ oldSecretUntilMs = 0 }: Subscription): ServiceError {
  const until = new Date(oldSecretUntilMs).toISOString()
  return new ServiceError(
    'Conflict',
    `the secret before this one holds until ${until}: change it after that, or remove the webhook and add it anew`,
  )
}
