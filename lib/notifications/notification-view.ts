import type { Context } from '@/lib/context'
import type { Notification, OrderNotification } from '@/lib/core/notification'

/** A notification about an order as the API shows it; the HTTP layer formats the time. Spec: Notification. */
export function viewNotification({ type, metadata, ...rest }: OrderNotification) {
  return { ...viewOwnNotification({ type, metadata, ...rest }), type, metadata }
}

/** A notification of any type, as its account and its channels see it. */
export function viewOwnNotification(notification: Notification) {
  const { id, account, type, message, createdAt, metadata } = notification
  return { id, account, type, message, timestamp: createdAt, metadata }
}

/** Whether notifications are enabled by `CMS_ENABLED` and `CMS_API_KEY`, and there is a database for them. */
export function areNotificationsOn({
  config,
  hasDatabase,
}: Pick<Context, 'config' | 'hasDatabase'>): boolean {
  return hasDatabase && config.cmsEnabled && config.cmsApiKey !== undefined
}
