import { z } from 'zod'
import { maxCounted } from '@/lib/notifications/inbox'
import { areNotificationsOn } from '@/lib/notifications/notification-view'

/** What the endpoints of the inbox have in common. */
export const ofInbox = { tag: 'Notifications', enabled: areNotificationsOn } as const

/** Id of a notification, as it is given; `what` says so in words. */
export const notificationId = (what: string) =>
  z
    .string(`must be ${what}`)
    .min(1, `must be ${what}`)
    .max(100, `must be ${what}`)
    .describe('Id of a notification')

/** How much of an inbox is unread. */
export const unreadCount = {
  unread: z.int().min(0).max(maxCounted).describe('How many notifications are unread'),
  more: z.boolean().describe(`Whether there are more than these ${maxCounted}`),
}
