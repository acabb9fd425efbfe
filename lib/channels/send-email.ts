import { createHash } from 'node:crypto'
import type { Send } from './channel'
import { notificationMail } from './mail-text'
import { makeMailToken } from './mail-token'
import { sendMail } from './send-mail'

/** Sends notifications to a mailbox as one mail, which its reader can unsubscribe from by one click. */
export const sendEmail: Send<'email'> = async (ctx, { subscriptionId, target }, notifications) => {
  const { channels, signInOrigin: origin } = ctx.config
  if (!channels.mail || !origin) {
    return { kind: 'failed', error: 'e-mail is switched off on this service' }
  }
  const facts = { subscriptionId, expiresAt: 0 }
  const token = makeMailToken(ctx.config, 'unsubscription', facts)
  return sendMail(ctx, {
    to: target.address,
    id: mailId(
      subscriptionId,
      notifications.map(({ id }) => id),
    ),
    unsubscribe: `${origin}/api/account/unsubscribe/${token}`,
    ...notificationMail(
      ctx.config,
      notifications,
      `${origin}/notifications/unsubscribe?token=${token}`,
    ),
  })
}

/** The same mailbox may be told of one notification for several accounts. */
function mailId(subscriptionId: string, ids: readonly string[]): string {
  return createHash('sha256')
    .update([subscriptionId, ...ids].join(' '))
    .digest('hex')
    .slice(0, 40)
}
