import { z } from 'zod'
import { notificationExample, notificationResponse } from '@/lib/api/accounts/notifications'
import {
  announcementExample,
  announcementResponse,
  viewAnnouncement,
} from '@/lib/api/content/announcement-fields'
import { booleanText, integerText, orderUid } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { findNetwork, networks } from '@/lib/core/networks'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'
import type { InboxAnnouncement } from '@/lib/notifications/announcement'
import type { InboxNotification } from '@/lib/notifications/inbox'
import { viewNotification } from '@/lib/notifications/notification-view'
import { readInbox } from '@/lib/notifications/read-notifications'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { notificationId, ofInbox, unreadCount } from './inbox-fields'

const maxPageSize = 100
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
  .describe('Network of the order, by chain id or name')

const inbox = z
  .object({
    ...unreadCount,
    notifications: z
      .array(
        notificationResponse
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
  ...viewNotification(notification),
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
    orderId: orderUid.optional().describe('uid of an order'),
    unread: booleanText.optional().describe('true: only those that are unread'),
    limit: integerText(1, maxPageSize)
      .optional()
      .describe(`How many notifications at most; ${defaultLimit} unless given`),
    before: notificationId('one notification id')
      .optional()
      .describe('Id of a notification; those older than it are listed'),
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
