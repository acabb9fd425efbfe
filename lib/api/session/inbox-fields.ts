import { z } from 'zod'
import { maxCounted } from '@/lib/notifications/inbox'
import { areNotificationsOn } from '@/lib/notifications/notification-view'

/** Shared declaration of the inbox endpoints. */
export const ofInbox = { tag: 'Notifications', enabled: areNotificationsOn } as const

/** Schema of a notification id; `what` names it in error messages. */
export const notificationId = (what: string) =>
  z
    .string(`must be ${what}`)
    .min(1, `must be ${what}`)
    .max(100, `must be ${what}`)
    .describe('Id of a notification')

/** Number of unread notifications. */
export const unreadCount = {
  unread: z.int().min(0).max(maxCounted).describe('How many notifications are unread'),
  more: z.boolean().describe(`Whether there are more than these ${maxCounted}`),
}
