import { channelError } from '@/lib/channels/channel-error'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { confirmSubscription } from '@/lib/outbox/subscription-store'
import { makeConfirmationToken, readConfirmationToken } from './confirmation-token'
import { countConfirmationMail } from './mail-budget'
import { confirmationMail } from './mail-text'
import { requireMailSettings, sendMail } from './send-mail'

type MailSubscription = Identity & {
  readonly subscriptionId: string
  readonly address: string
}

/**
 * Sends a confirmation mail with a link valid for 24 hours. Call it after the subscription is committed, and again
 * whenever its owner requests another mail.
 *
 * @throws {ServiceError} RateLimited when too many confirmation mails were sent, BadRequest when the mailbox does not
 * exist, InternalServerError when the mail server rejects the mail, ServiceUnavailable without a mail server.
 */
export async function sendConfirmationMail(
  ctx: Context,
  { subscriptionId, address, account, networks }: MailSubscription,
): Promise<void> {
  const { origin } = requireMailSettings(ctx)
  const now = toUnixSeconds(ctx.now())
  await countConfirmationMail(ctx, { account, networks, address })
  const expiresAt = now + daySeconds
  const token = makeConfirmationToken(ctx.config, { subscriptionId, expiresAt })
  const link = `${origin}/notifications/confirm?token=${token}`
  const mail = {
    to: address,
    id: `confirm-${token.slice(-20)}`,
    ...confirmationMail({ account, link }),
  }
  const outcome = await sendMail(ctx, mail)
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'gone') throw channelError({ code: 'mailboxMissing' })
  throw channelError({ code: 'mailServerRefused' }, { retryAfterSeconds: 60 })
}

/**
 * Confirms the subscription of a token and returns its account. Confirming twice changes nothing; a subscription that
 * was unsubscribed by mail resumes.
 *
 * @throws {ServiceError} BadRequest when the token is forged or expired, or its subscription was deleted.
 */
export async function confirmMail(ctx: Context, token: string): Promise<Address> {
  const facts = readConfirmationToken(ctx.config, { token, nowMs: ctx.now() })
  const id = facts?.subscriptionId
  const at = new Date(ctx.now())
  const account = id && (await confirmSubscription(ctx.db, { id, at }))
  if (account) return account
  throw channelError({ code: 'linkExpired' })
}
