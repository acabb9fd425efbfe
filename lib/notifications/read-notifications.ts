import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import type { OrderNotification } from '@/lib/core/notification'
import type { InboxFilter } from './inbox'
import { getInboxPage, type Inbox } from './inbox-store'
import { findNotifications, listNotifications, type NotificationPage } from './notification-store'

/**
 * Returns a page of an identity's inbox, newest first.
 *
 * @throws {ServiceError} BadRequest when `before` names none of the account's notifications.
 */
export async function readInbox(
  ctx: Context,
  identity: Identity,
  page: NotificationPage & InboxFilter,
): Promise<Inbox> {
  const inbox = await getInboxPage(ctx.db, identity, { ...page, at: new Date(ctx.now()) })
  if (inbox.notifications.length === 0 && page.before !== undefined) {
    const found = await findNotifications(ctx.db, [page.before])
    if (found.get(page.before)?.account !== identity.account) {
      throw new ServiceError('BadRequest', 'before names no notification of this account')
    }
  }
  return inbox
}

/**
 * Returns a page of an account's public notifications, newest first; empty when it has none.
 *
 * @throws {ServiceError} BadRequest when `before` names none of its notifications.
 */
export async function readNotifications(
  ctx: Context,
  account: Address,
  page: NotificationPage,
): Promise<OrderNotification[]> {
  const notifications = await listNotifications(ctx.db, account, page)
  if (notifications) return notifications
  throw new ServiceError('BadRequest', 'before names no notification of this account')
}
