import { createTransport, type Transporter } from 'nodemailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { Outcome } from '@/lib/channels/channel'
import { channelError } from '@/lib/channels/channel-error'
import { type Context, defineSlot } from '@/lib/context'
import type { MailText } from './mail-text'

/** Timeout of each SMTP step in milliseconds. */
const stepMs = 10_000

/** A mail to one recipient. */
export type Mail = MailText & {
  readonly to: string
  /** The same for every attempt to send the same mail, so that mail readers deduplicate it. */
  readonly id: string
  /** One-click unsubscribe URL (RFC 8058). */
  readonly unsubscribe?: string
}

/**
 * Returns the mail server settings and the origin for links.
 *
 * @throws {ServiceError} ServiceUnavailable when either is not configured.
 */
export function requireMailSettings({ config }: Pick<Context, 'config'>) {
  const { channels, signInOrigin } = config
  if (channels.mail && signInOrigin) return { ...channels.mail, origin: signInOrigin }
  throw channelError({ code: 'channelOff', channel: 'email' })
}

/** Submits a mail to the mail server; an outage is an outcome, not an exception. */
export async function sendMail(
  ctx: Context,
  mail: Mail,
): Promise<Exclude<Outcome, { kind: 'later' }>> {
  const { from } = requireMailSettings(ctx)
  const { to, id, unsubscribe, subject, html, text } = mail
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  try {
    await transportOf(ctx).sendMail({
      from,
      // A plain string could contain several addresses.
      to: { name: '', address: to },
      messageId: `<${id.replace(/[^A-Za-z0-9._-]/g, '')}@${domain}>`,
      ...{ subject, html, text },
      ...(unsubscribe ? { list: { unsubscribe } } : {}),
      // Suppresses out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe ? oneClick : {}) },
    })
    return { kind: 'sent' }
  } catch (error) {
    return mailOutcome(error)
  }
}

const transportOf = defineSlot('channels/mail-transport', (ctx): Transporter => {
  const { smtpUrl } = requireMailSettings(ctx)
  return createTransport(
    new SMTPTransport({
      url: smtpUrl,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
})

/** The error object of nodemailer. */
type MailError = {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  /** The SMTP command that failed. */
  readonly command?: unknown
}

/**
 * Maps a mail server error to an outcome: only a missing mailbox (RFC 3463, such as 5.1.1) ends its subscription. The
 * server's text is not shown, since it may reveal our account there.
 */
function mailOutcome(error: unknown): Exclude<Outcome, { kind: 'sent' | 'later' }> {
  const { code, responseCode, response, command } = error as MailError
  if (code === 'EAUTH') {
    return { kind: 'failed', error: { code: 'mailLoginRefused' } }
  }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const detail = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1] ?? ''
  const reply = [status, detail].filter(Boolean).join(' ')
  // Errors of other commands concern our session and may be transient.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && /^5\.(?:1\.(?:[1236]|10)|2\.1)$/.test(detail)) {
    return { kind: 'gone', error: { code: 'noMailbox', reply } }
  }
  if (isAboutMail && status >= 500)
    return { kind: 'refused', error: { code: 'mailRefused', reply } }
  if (status >= 400) return { kind: 'failed', error: { code: 'mailServerReplied', reply } }
  return { kind: 'failed', error: { code: 'mailServerUnreachable' } }
}
