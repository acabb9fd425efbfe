import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Notification } from '@/lib/core/notification'
import { listNotifications, type NotificationPage } from './notification-store'

/**
 * Returns a page of an account's notifications, newest first; empty when it has none.
 *
 * @throws {ServiceError} BadRequest when `before` names none of its notifications.
 */
export async function readNotifications(
  ctx: Context,
  account: Address,
  page: NotificationPage,
): Promise<Notification[]> {
  const notifications = await listNotifications(ctx.db, account, page)
  if (notifications) return notifications
  throw new ServiceError('BadRequest', 'before names no notification of this account')
}
