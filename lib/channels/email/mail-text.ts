import {
  accountText,
  inboxLink,
  messageLine,
  messageTitle,
  subjectLink,
  texts,
} from '@/lib/channels/message-text'
import type { Config } from '@/lib/config'
import type { Address } from '@/lib/core/address'
import type { Notification } from '@/lib/core/notification'
import { escapeHtml } from './escape-html'

/** Subject and bodies of a mail. */
export type MailText = MailBodies & { readonly subject: string }

type Site = Pick<Config, 'signInOrigin'>

const longestSubject = 120
/** Maximum lines of a digest. */
const maxLines = 100

/** Renders the mail of one or several notifications; `unsubscribe` is the URL of the unsubscribe page. */
export function notificationMail(
  site: Site,
  notifications: readonly Notification[],
  unsubscribe: string,
): MailText {
  const title = messageTitle(notifications)
  const [first] = notifications
  const isOne = notifications.length === 1
  const lines = notifications.slice(0, maxLines).map(messageLine)
  const url = inboxLink(site)
  const inbox = url === undefined ? undefined : { text: texts('openInbox'), url }
  const account = accountText(first?.account ?? '')
  const bodies = mailBodies({
    title,
    lines: isOne ? lines : lines.map((line) => `• ${line}`),
    button: first && isOne ? subjectLink(site, first) : inbox,
    foot: [texts('mail.reason', { account })],
    last: { text: texts('mail.unsubscribe'), url: unsubscribe },
  })
  const subject = isOne && lines[0] ? lines[0] : texts('mail.digestSubject', { title, account })
  return { subject: subjectOf(subject), ...bodies }
}

/** Renders the confirmation mail for an account's notifications. */
export function confirmationMail({
  account,
  link,
}: {
  readonly account: Address
  readonly link: string
}): MailText {
  const title = texts('confirmation.title')
  const bodies = mailBodies({
    title,
    lines: [texts('confirmation.request', { account }), texts('confirmation.choice')],
    button: { text: texts('confirmation.confirm'), url: link },
    foot: [texts('confirmation.consent')],
  })
  return { subject: title, ...bodies }
}

function subjectOf(line: string): string {
  const characters = [...line]
  if (characters.length <= longestSubject) return line
  return `${characters.slice(0, longestSubject - 1).join('')}…`
}

/** The content of a mail, in plain text. */
type MailPage = {
  readonly title: string
  readonly lines: readonly string[]
  readonly button?: { readonly text: string; readonly url: string } | undefined
  readonly foot: readonly string[]
  /** A small link at the very end. */
  readonly last?: { readonly text: string; readonly url: string } | undefined
}

/** The same content in HTML and in plain text. */
type MailBodies = { readonly html: string; readonly text: string }

const font = 'font-family:Helvetica,Arial,sans-serif'

/** Renders the bodies of a mail. Mail readers support tables and inline styles, and little else. */
export function mailBodies(page: MailPage): MailBodies {
  return { html: mailHtml(page), text: mailText(page) }
}

function mailText({ title, lines, button, foot, last }: MailPage): string {
  const parts = [
    title,
    ...lines,
    ...(button ? [`${button.text}: ${button.url}`] : []),
    ['--', ...foot, ...(last ? [`${last.text}: ${last.url}`] : [])].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function mailHtml({ title, lines, button, foot, last }: MailPage): string {
  const paragraph = (text: string) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`
  const rows = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(title)}</h1>`,
    ...lines.map(paragraph),
    button ? buttonHtml(button) : '',
  ]
  const small = foot.map((text) => `<p style="margin:0 0 4px">${escapeHtml(text)}</p>`)
  const end = last
    ? `<p style="margin:0"><a href="${escapeHtml(last.url)}" style="color:#57534a">${escapeHtml(last.text)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f4f1ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-top:4px solid #c8f04b;border-radius:12px">
<tr><td style="padding:28px;${font};font-size:15px;line-height:23px;color:#1b1a17">
${rows.join('\n')}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:16px 28px;${font};font-size:12px;line-height:18px;color:#57534a">
${small.join('\n')}
${end}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

function buttonHtml({ text, url }: { readonly text: string; readonly url: string }): string {
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:#0f5e4c;color:#ffffff;text-decoration:none;${font};font-weight:bold`
  return `<p style="margin:20px 0 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a></p>`
}
