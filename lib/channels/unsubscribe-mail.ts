import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { stopSubscription } from './attempt-store'
import { withdrawConfirmation } from './mail-store'
import { readMailToken } from './mail-token'

/**
 * Ends a subscription for the reader of its mails, at once: it needs their consent anew before anything is sent. Doing
 * it twice changes nothing. RFC 8058.
 *
 * @throws {ServiceError} BadRequest when the token is not ours.
 */
export async function unsubscribeMail(ctx: Context, token: string): Promise<void> {
  const facts = readMailToken(ctx.config, 'unsubscription', { token, nowMs: ctx.now() })
  if (!facts) throw new ServiceError('BadRequest', 'this is no link of a mail of ours')
  const { subscriptionId } = facts
  await inTransaction(ctx.db, async (tx) => {
    if (!(await withdrawConfirmation(tx, subscriptionId))) return
    const reason = 'the reader of the mails has unsubscribed'
    await stopSubscription(tx, subscriptionId, { reason, at: new Date(ctx.now()) })
  })
}
