import { accountText, messageLine, messageTitle, texts } from '@/lib/channels/message-text'
import { inboxLink, orderLink } from '@/lib/channels/page-links'
import type { Config } from '@/lib/config'
import type { Address } from '@/lib/core/address'
import type { Notification } from '@/lib/core/notification'
import { type MailBodies, mailBodies } from './mail-page'

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
  const url = first && isOne ? orderLink(site, first) : inboxLink(site)
  const account = accountText(first?.account ?? '')
  const bodies = mailBodies({
    title,
    lines: isOne ? lines : lines.map((line) => `• ${line}`),
    button: url === undefined ? undefined : { text: texts(isOne ? 'openOrder' : 'openInbox'), url },
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
