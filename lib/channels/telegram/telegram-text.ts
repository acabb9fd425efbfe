import { escapeHtml } from '@/lib/channels/email/escape-html'
import {
  accountText,
  inboxLink,
  messageLine,
  messageTitle,
  subjectLink,
  texts,
} from '@/lib/channels/message-text'
import type { Config } from '@/lib/config'
import type { Notification } from '@/lib/core/notification'

type Site = Pick<Config, 'signInOrigin'>

/** Maximum characters of a message in the Bot API; ours count their markup too. */
const maxCharacters = 4_096

/** Text in which Telegram detects no mention, tag, command, card number or telephone number. */
const plainWord = /^[\p{L}\p{M}\p{N},.;:…·’'"()%-]*$/u

/**
 * Renders notifications of one account as one message in Telegram's HTML: as many lines as fit, and the number of
 * omitted ones.
 */
export function telegramText(site: Site, notifications: readonly Notification[]): string {
  const title = `<b>${escapeHtml(messageTitle(notifications))}</b>`
  const [first] = notifications
  const account = first ? texts('account', { account: accountText(first.account) }) : ''
  if (first && notifications.length === 1) {
    const subject = subjectLink(site, first)
    const link = anchor(subject?.url, subject?.text ?? '')
    return [
      title,
      telegramLine(messageLine(first)),
      [account, link].filter(Boolean).join(' · '),
    ].join('\n')
  }
  const foot = [account, anchor(inboxLink(site), texts('openInbox'))].filter(Boolean).join(' · ')
  return digestText({ title, foot, lines: notifications.map(messageLine).map(telegramLine) })
}

/** Renders a line in Telegram's HTML; words that Telegram would turn into an entity are set as code. */
export function telegramLine(text: string): string {
  const set = (word: string) => {
    const isPlain = plainWord.test(word) && !/\d{7}|:./.test(word)
    return isPlain ? escapeHtml(word) : `<code>${escapeHtml(word)}</code>`
  }
  return text.split(' ').map(set).join(' ')
}

type Digest = {
  readonly title: string
  readonly foot: string
  readonly lines: readonly string[]
}

function digestText({ title, foot, lines }: Digest): string {
  const rest = (count: number) => texts('moreInInbox', { count: String(count) })
  let room = maxCharacters - title.length - foot.length - rest(lines.length).length - 6
  const shown: string[] = []
  for (const line of lines) {
    room -= line.length + 3
    if (room < 0) break
    shown.push(`• ${line}`)
  }
  const hidden = lines.length - shown.length
  return [title, ...shown, ...(hidden > 0 ? [rest(hidden)] : []), foot].join('\n')
}

function anchor(url: string | undefined, text: string): string {
  return url === undefined ? '' : `<a href="${escapeHtml(url)}">${text}</a>`
}
