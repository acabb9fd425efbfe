import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import type { InboxFilter } from './inbox'
import { getInboxPage, type Inbox } from './inbox-store'
import { findNotifications, type NotificationPage } from './notification-store'

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
