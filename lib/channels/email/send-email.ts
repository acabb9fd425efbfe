import { createHash } from 'node:crypto'
import type { Send } from '@/lib/channels/channel'
import { notificationMail } from './mail-text'
import { sendMail } from './send-mail'
import { unsubscribeToken } from './unsubscribe-token'

/** Sends notifications to a mailbox as one mail, which its reader can unsubscribe from by one click. */
export const sendEmail: Send<'email'> = async (ctx, receiver, notifications) => {
  const { subscriptionId, target } = receiver
  const { channels, signInOrigin: origin } = ctx.config
  if (!channels.mail || !origin) {
    return { kind: 'failed', error: 'e-mail is switched off on this service' }
  }
  const [secret] = receiver.secrets
  // No mail goes out that its reader could not end.
  if (secret === undefined) throw new Error('a mailbox without a secret')
  const token = unsubscribeToken({ subscriptionId, secret })
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
