import { createHash } from 'node:crypto'
import type { Send } from '@/lib/channels/channel'
import { notificationMail } from './mail-text'
import { sendMail } from './send-mail'
import { unsubscribeToken } from './unsubscribe-mail'

/** Sends notifications as one mail with one-click unsubscribe. */
export const sendEmail: Send<'email'> = async (ctx, receiver, notifications) => {
  const { subscriptionId, target } = receiver
  const { channels, signInOrigin: origin } = ctx.config
  if (!channels.mail || !origin) {
    return { kind: 'failed', error: { code: 'channelOff', channel: 'email' } }
  }
  const [secret] = receiver.secrets
  // A mail without an unsubscribe link must not be sent.
  if (secret === undefined) throw new Error('the mail subscription has no unsubscribe secret')
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

/** A mailbox may receive one notification for several accounts, so the id includes the subscription. */
function mailId(subscriptionId: string, ids: readonly string[]): string {
  return createHash('sha256')
    .update([subscriptionId, ...ids].join(' '))
    .digest('hex')
    .slice(0, 40)
}
