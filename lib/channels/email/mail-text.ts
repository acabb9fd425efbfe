import { accountText, messageLine, messageTitle } from '@/lib/channels/message-text'
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
    button:
      url === undefined ? undefined : { text: isOne ? 'Open the order' : 'Open the inbox', url },
    foot: [`You get this mail because the account ${account} has its notifications sent here.`],
    last: { text: 'Unsubscribe', url: unsubscribe },
  })
  return { subject: subjectOf(isOne && lines[0] ? lines[0] : `${title} for ${account}`), ...bodies }
}

/** Renders the confirmation mail for an account's notifications. */
export function confirmationMail({
  account,
  link,
}: {
  readonly account: Address
  readonly link: string
}): MailText {
  const bodies = mailBodies({
    title: 'Do you want these notifications?',
    lines: [
      `Somebody who has signed in as ${account} asked us to send notifications about its orders to this address.`,
      'If that was you, say so within 24 hours. If not, do nothing, and no notifications are sent here.',
    ],
    button: { text: 'Yes, send them to me', url: link },
    foot: ['Nothing is sent to this address unless its reader agrees.'],
  })
  return { subject: 'Do you want these notifications?', ...bodies }
}

function subjectOf(line: string): string {
  const characters = [...line]
  if (characters.length <= longestSubject) return line
  return `${characters.slice(0, longestSubject - 1).join('')}…`
}
