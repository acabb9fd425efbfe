import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import type { InboxAnnouncement } from './announcement'
import { listAnnounced } from './announcement-store'
import type { InboxFilter, InboxNotification, UnreadCount } from './inbox'
import { countUnread, listInbox } from './inbox-store'
import { findNotifications, type NotificationPage } from './notification-store'

/** A page of an inbox, how much of all of it is unread, and what operators tell everybody. */
export type Inbox = UnreadCount & {
  readonly notifications: readonly InboxNotification[]
  readonly announcements: readonly InboxAnnouncement[]
}

/**
 * A page of an account's inbox where it is reached, newest first.
 *
 * @throws {ServiceError} BadRequest when `before` names none of its notifications.
 */
export async function readInbox(
  ctx: Context,
  identity: Identity,
  page: NotificationPage & InboxFilter,
): Promise<Inbox> {
  const at = new Date(ctx.now())
  const [notifications, count, announcements] = await Promise.all([
    listInbox(ctx.db, identity, page),
    countUnread(ctx.db, identity),
    listAnnounced(ctx.db, identity, { at }),
  ])
  if (notifications.length === 0 && page.before !== undefined) {
    const found = await findNotifications(ctx.db, [page.before])
    if (found.get(page.before)?.account !== identity.account) {
      throw new ServiceError('BadRequest', 'before names no notification of this account')
    }
  }
  return { ...count, notifications, announcements }
}
