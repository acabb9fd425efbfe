import { z } from 'zod'
import { notificationExample } from '@/lib/api/accounts/notifications'
import {
  announcementExample,
  announcementResponse,
  viewAnnouncement,
} from '@/lib/api/content/announcements'
import { messageRefusal } from '@/lib/api/declare/example'
import { booleanText, integerText, onlyFields, orderUid } from '@/lib/api/declare/fields'
import { findNetwork, networks } from '@/lib/core/networks'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'
import type { InboxAnnouncement } from '@/lib/notifications/announcement'
import { type InboxNotification, maxCounted, maxMarked } from '@/lib/notifications/inbox'
import { type Marked, markRead } from '@/lib/notifications/mark-read'
import { areNotificationsOn, viewOwnNotification } from '@/lib/notifications/notification-view'
import { readInbox } from '@/lib/notifications/read-notifications'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { ownNotificationResponse } from './own-notification-fields'

/** Shared declaration of the inbox endpoints. */
const ofInbox = { tag: 'Notifications', enabled: areNotificationsOn } as const

/** Schema of a notification id; `what` names it in error messages. */
const notificationId = (what: string) =>
  z
    .string(`must be ${what}`)
    .min(1, `must be ${what}`)
    .max(100, `must be ${what}`)
    .describe('ID of a notification')

/** Number of unread notifications. */
const unreadCount = {
  unread: z.int().min(0).max(maxCounted).describe('How many notifications are unread'),
  more: z.boolean().describe(`Whether there are more than these ${maxCounted}`),
}

/** Maximum notifications per page: some 50 KB of JSON. */
const maxPageSize = 100
/** Notifications without `limit`: a page of the inbox. */
const defaultLimit = 50

const typesMessage = `must be of ${notificationTypes.join(', ')}, separated by commas`
const types = z
  .string(typesMessage)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(notificationTypes, typesMessage)).max(20, typesMessage))
  .transform((names): readonly NotificationType[] => names)
  .describe(`What happened, any of ${notificationTypes.join(', ')}, separated by commas`)

const networkMessage = `must be a network: ${networks.map(({ name, chainId }) => `${name} (${chainId})`).join(', ')}`
const network = z
  .string(networkMessage)
  .refine((text) => findNetwork(text) !== undefined, networkMessage)
  .transform((text) => findNetwork(text)?.chainId)
  .describe('Network of the order or token, by chain ID or name')

const inbox = z
  .object({
    ...unreadCount,
    notifications: z
      .array(
        ownNotificationResponse
          .extend({ isRead: z.boolean().describe('Whether the account has read it') })
          .meta({ id: 'InboxNotification' }),
      )
      .describe('Newest first'),
    announcements: z
      .array(
        announcementResponse
          .extend({ isRead: z.boolean().describe('Whether the account has read it') })
          .meta({ id: 'InboxAnnouncement' }),
      )
      .describe('What operators tell everybody at the moment, newest first, 20 at most'),
  })
  .meta({ id: 'Inbox' })

const viewRead = (notification: InboxNotification) => ({
  ...viewOwnNotification(notification),
  isRead: notification.isRead,
})

const viewAnnounced = (announcement: InboxAnnouncement) => ({
  ...viewAnnouncement(announcement),
  isRead: announcement.isRead,
})

/** GET /api/account/inbox. */
export const getInbox = defineAccountEndpoint({
  ...ofInbox,
  name: 'getInbox',
  method: 'GET',
  path: '/api/account/inbox',
  summary: 'The inbox of the account: notifications and whether they are read, and announcements',
  query: z.object({
    types: types.optional(),
    chainId: network.optional(),
    orderId: orderUid.optional().describe('UID of an order'),
    unread: booleanText.optional().describe('true: only those that are unread'),
    limit: integerText(1, maxPageSize)
      .optional()
      .describe(`How many notifications at most; ${defaultLimit} unless given`),
    before: notificationId('one notification id')
      .optional()
      .describe('ID of a notification; those older than it are listed'),
  }),
  response: inbox,
  throws: ['BadRequest'],
  examples: [
    {
      summary: 'What an announcement and a filled order make of it',
      given: 'a settled trade',
      query: { limit: '1', types: 'order_filled,order_partially_filled', chainId: 'mainnet' },
      varies: true,
      response: {
        unread: 1,
        more: false,
        notifications: [{ ...notificationExample, isRead: false }],
        announcements: [{ ...announcementExample, isRead: true }],
      },
    },
    {
      summary: 'An announcement and nothing else',
      given: 'a published announcement',
      query: { unread: 'true' },
      response: {
        unread: 0,
        more: false,
        notifications: [],
        announcements: [{ ...announcementExample, isRead: false }],
      },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A type that there is not',
      query: { types: 'order_filled,order_lost' },
      description: `types.1 ${typesMessage}`,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'After a notification of somebody else',
      query: { before: notificationExample.id },
      description: 'before names no notification of this account',
    }),
    notSignedIn,
  ],
  run: async (ctx, { query, meta: { identity } }) => {
    const { types, chainId, orderId, unread, limit = defaultLimit, before } = query
    const page = { types, chainId, orderUid: orderId, unread, limit, before }
    const found = await readInbox(ctx, identity, page)
    return {
      unread: found.unread,
      more: found.more,
      notifications: found.notifications.map(viewRead),
      announcements: found.announcements.map(viewAnnounced),
    }
  },
})

const choiceMessage = 'give one of ids, announcementIds, upTo, all and undo'
const listMessage = `must be a list of 1 to ${maxMarked} ids`
const listOf = <T extends z.ZodType>(id: T) =>
  z.array(id, listMessage).min(1, listMessage).max(maxMarked, listMessage)

const marking = onlyFields({
  ids: listOf(notificationId('a notification id'))
    .optional()
    .describe('Notifications; those of others are left alone'),
  announcementIds: listOf(z.uuid('must be the id of an announcement'))
    .optional()
    .describe('Announcements; those that are not shown are left alone'),
  upTo: notificationId('a notification id')
    .optional()
    .describe(
      'A notification and all that came before it, so that what is not seen yet stays unread',
    ),
  all: z
    .literal(true, 'must be true')
    .optional()
    .describe('All notifications and announcements, whether they have been listed or not'),
  undo: z
    .string('must be what a marking has answered')
    .max(100, 'must be what a marking has answered')
    .optional()
    .describe('What a marking by `upTo` or `all` has answered, to undo it'),
})
  .transform(({ ids, announcementIds, upTo, all, undo }, issues): Marked => {
    const chosen: readonly (Marked | undefined)[] = [
      ids && { kind: 'notifications', ids },
      announcementIds && { kind: 'announcements', ids: announcementIds },
      upTo === undefined ? undefined : { kind: 'upTo', id: upTo },
      all && { kind: 'all' },
      undo === undefined ? undefined : { kind: 'undo', undo },
    ]
    const [one, another] = chosen.filter((choice) => choice !== undefined)
    if (one && !another) return one
    issues.addIssue({ code: 'custom', message: choiceMessage })
    return z.NEVER
  })
  .meta({ id: 'InboxMarking' })

const marked = { unread: 0, more: false, undo: '0-0-0-1795253400000' }

/** POST /api/account/inbox/read. */
export const markInbox = defineAccountEndpoint({
  ...ofInbox,
  name: 'markInbox',
  method: 'POST',
  path: '/api/account/inbox/read',
  summary: 'Mark what the account has read, or undo that of many at once',
  body: marking,
  response: z
    .object({
      ...unreadCount,
      undo: z.string().nullable().describe('Undoes this marking, if it was by `upTo` or `all`'),
    })
    .meta({ id: 'InboxMarked' }),
  throws: ['BadRequest'],
  examples: [
    { summary: 'All at once', body: { all: true }, varies: true, response: marked },
    { summary: 'Undo that', body: { undo: marked.undo }, response: { ...marked, undo: null } },
    {
      summary: 'Single ones',
      body: { ids: [notificationExample.id] },
      response: { ...marked, undo: null },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Nothing to mark',
      body: {},
      description: choiceMessage,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Up to a notification of somebody else',
      body: { upTo: notificationExample.id },
      description: 'upTo names no notification of this account',
    }),
    { ...notSignedIn, body: { all: true } },
  ],
  run: async (ctx, { body, meta: { identity } }) => {
    const { unread, more, undo } = await markRead(ctx, identity, body)
    return { unread, more, undo: undo ?? null }
  },
})
