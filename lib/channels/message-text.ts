import { createTranslator } from 'next-intl'
import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'
import type { Notification } from '@/lib/core/notification'
import { plainText } from '@/lib/notifications/plain-text'
import channelTexts from '@/messages/en/channels.json'

/**
 * The texts of the channels around a notification's message. In English, as the message is: a subscription has no
 * language yet.
 */
export const texts = createTranslator({ locale: 'en', messages: channelTexts })

const longest = 700

/** A short title for a message. */
export function messageTitle(notifications: readonly Notification[]): string {
  const [first] = notifications
  if (notifications.length > 1 || !first) {
    return texts('title.digest', { count: String(notifications.length) })
  }
  const { type, metadata } = first
  if (metadata.test) return texts('title.test')
  const title = metadata.shortOf === 'allowance' ? texts('title.allowance') : texts(`title.${type}`)
  return metadata.correction ? texts('title.correction', { title }) : title
}

/** The one-line text of a notification for channels, without markup and links. */
export function messageLine({ message }: Notification): string {
  const characters = [...plainText(message)]
  if (characters.length <= longest) return characters.join('')
  return `${characters.slice(0, longest - 1).join('')}…`
}

/** The abbreviated account of a notification. */
export function accountText(account: string): string {
  return `${account.slice(0, 6)}…${account.slice(-4)}`
}

type Site = Pick<Config, 'signInOrigin'>

/** Returns the path of the page of a notification's order or token; undefined without a real one. */
export function subjectPath({ orderUid, chainId, metadata }: Notification): string | undefined {
  const network = getNetwork(chainId).name
  if ('token' in metadata) return `/tokens/${network}/${metadata.token}`
  if (metadata.test || !/^0x[0-9a-f]{112}$/.test(orderUid)) return undefined
  return `/orders/${orderUid}?chain=${network}`
}

/** A link of a message. */
export type SubjectLink = { readonly text: string; readonly url: string }

/** Like {@link subjectPath} with the origin of the service, and what the link opens; undefined also without one. */
export function subjectLink(
  { signInOrigin }: Site,
  notification: Notification,
): SubjectLink | undefined {
  const path = subjectPath(notification)
  if (signInOrigin === undefined || path === undefined) return undefined
  const text = texts('token' in notification.metadata ? 'openToken' : 'openOrder')
  return { text, url: `${signInOrigin}${path}` }
}

/** The URL of the inbox and channel settings. */
export function inboxLink({ signInOrigin }: Site): string | undefined {
  return signInOrigin === undefined ? undefined : `${signInOrigin}/notifications`
}
