import type { Notification, NotificationType } from '@/lib/core/notification'
import { plainText } from '@/lib/notifications/plain-text'

const titles: Readonly<Record<NotificationType, string>> = {
  order_filled: 'Order filled',
  order_partially_filled: 'Order partly filled',
  order_expired: 'Order expired',
  order_cancelled: 'Order cancelled',
  insufficient_balance: 'Balance too low',
  price_improvement: 'Better price',
}

const longest = 700

/** A short title for a message. */
export function messageTitle(notifications: readonly Notification[]): string {
  const [first] = notifications
  if (notifications.length > 1 || !first) return `${notifications.length} notifications`
  if (first.metadata.test) return 'Test'
  const title = first.metadata.shortOf === 'allowance' ? 'Allowance too low' : titles[first.type]
  return first.metadata.correction ? `Correction: ${title}` : title
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
