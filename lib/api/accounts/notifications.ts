import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedAccount } from '@/lib/api/declare/example'
import {
  address,
  addressText,
  amountText,
  hexText,
  integerText,
  isoTime,
} from '@/lib/api/declare/fields'
import { exampleOwner, exampleUid } from '@/lib/api/order-book/order-examples'
import { publicTypes } from '@/lib/core/notification'
import { areNotificationsOn, viewNotification } from '@/lib/notifications/notification-view'
import { readNotifications } from '@/lib/notifications/read-notifications'

/** Maximum notifications per page: some 50 KB of JSON. */
const maxPageSize = 100

/** Schema of the data of a notification about an order. Spec: Notification. */
export const notificationMetadata = z
  .object({
    orderId: hexText.describe('UID of the order'),
    executedAmount: amountText.describe(
      'executed so far or by this fill, in atoms of the sell token (sell order) or buy token (buy order)',
    ),
    chainId: z.number().int().describe('Network of the order'),
    txHash: hexText.optional().describe('Transaction that did it'),
    reason: z
      .string()
      .optional()
      .describe('user_signature, onchain_cancellation, policy: <reason> or replaced: <uid>'),
    shortOf: z
      .enum(['balance', 'allowance'])
      .optional()
      .describe('What the owner lacks, of insufficient_balance'),
    correction: z.literal(true).optional().describe('a reorganisation took the other one back'),
    correctsId: z.string().optional().describe('ID of the notification that is taken back'),
  })
  .meta({ id: 'NotificationMetadata' })

/** Schema of a notification. Spec: Notification. */
export const notificationResponse = z
  .object({
    id: z.string().describe('Stays the same over all readings'),
    account: addressText.describe('Account that it is for'),
    type: z.enum(publicTypes).describe('What happened'),
    message: z.string().describe('The same in words'),
    timestamp: isoTime.describe('When it happened'),
    metadata: notificationMetadata.describe('The order and what was done'),
  })
  .meta({ id: 'Notification' })

/** Example notification. */
export const notificationExample = {
  id: '0x1f4c0d3b5f0a0e7dd0e3a5b8fcf7e4a1f2a7a1d3a9c1b9c2ee1d5b0d3c4f6a78',
  account: exampleOwner,
  type: 'order_filled' as const,
  message: 'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.',
  timestamp: '2026-11-21T09:30:00.000Z',
  metadata: {
    orderId: exampleUid,
    executedAmount: '1000000000000000000',
    chainId: 1,
    txHash: `0x${'7a'.repeat(32)}`,
  },
}

/** GET /accounts/{account}/notifications. Spec: Events. */
export const listAccountNotifications = defineEndpoint({
  name: 'listAccountNotifications',
  method: 'GET',
  path: '/accounts/{account}/notifications',
  summary: "An account's notifications, newest first",
  tag: 'Notifications',
  cacheControl: 'public, max-age=300',
  enabled: areNotificationsOn,
  params: z.object({ account: address.describe('Wallet whose notifications are listed') }),
  query: z.object({
    limit: integerText(1, maxPageSize).optional().describe('How many at most; 100 unless given'),
    before: z
      .string('must be one notification id')
      .max(100, 'must be a notification id')
      .optional()
      .describe('ID of a notification; those older than it are listed'),
  }),
  response: z.array(notificationResponse),
  throws: ['BadRequest'],
  examples: [
    {
      summary: 'One filled order',
      given: 'a settled trade',
      params: { account: exampleOwner },
      query: { limit: '1' },
      varies: true,
      response: [notificationExample],
    },
    { summary: 'None yet', params: { account: exampleOwner }, response: [] },
    malformedAccount,
  ],
  run: async (ctx, { params, query }) => {
    const page = { limit: query.limit ?? maxPageSize, before: query.before }
    const notifications = await readNotifications(ctx, params.account, page)
    return notifications.map(viewNotification)
  },
})
