import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { addressText, isoTime, reach } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { deleteData, exportData } from '@/lib/channels/account-data'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { deliveryExample, deliveryResponse, viewDelivery } from './deliveries'
import { priceAlertResponse, viewPriceAlert } from './price-alerts'
import {
  alwaysOfChannels,
  subscriptionExample,
  subscriptionResponse,
  viewSubscription,
} from './subscription-fields'

const readMark = z
  .object({
    id: z.string().describe('ID of what was read'),
    readAt: isoTime.describe('When it was marked as read'),
  })
  .meta({ id: 'ReadMark' })

const data = z
  .object({
    account: addressText.describe('Whose it is'),
    networks: reach.describe('Chain IDs of the networks that it is about; null: all of them'),
    exportedAt: isoTime.describe('When it was read'),
    subscriptions: z
      .array(
        subscriptionResponse
          .extend({
            target: z
              .record(z.string(), z.string())
              .nullable()
              .describe(
                'Where it is sent, in full: url, address or endpoint; nothing for Telegram, or a browser that is gone; null: it can no longer be read, nor sent to',
              ),
          })
          .meta({ id: 'ExportedSubscription' }),
      )
      .describe('Where notifications are sent'),
    deliveries: z
      .array(deliveryResponse)
      .describe('The newest thousand; GET /api/account/deliveries pages through all'),
    priceAlerts: z.array(priceAlertResponse).describe('Which prices are watched'),
    readTo: z.string().nullable().describe('Up to which notification, by number, all are read'),
    readNotifications: z.array(readMark).describe('Which others are read, 10,000 at most'),
    readAnnouncements: z.array(readMark).describe('Which announcements are read, 10,000 at most'),
  })
  .meta({ id: 'AccountData' })

/** GET /api/account/export. */
export const exportAccountData = defineAccountEndpoint({
  ...alwaysOfChannels,
  name: 'exportAccountData',
  method: 'GET',
  path: '/api/account/export',
  summary:
    'All that is kept of the account for its notifications, as a file; without what secures its channels',
  limit: 'writes',
  response: data,
  examples: [
    {
      summary: 'All of it',
      given: 'a delivery that was given up',
      varies: true,
      response: {
        account: exampleOwner,
        networks: null,
        exportedAt: '2026-11-21T09:30:00.000Z',
        subscriptions: [{ ...subscriptionExample, target: { url: 'http://localhost:8080/hook' } }],
        deliveries: [deliveryExample],
        priceAlerts: [],
        readTo: null,
        readNotifications: [],
        readAnnouncements: [],
      },
    },
    notSignedIn,
  ],
  run: async (ctx, { meta: { identity } }) => {
    const { subscriptions, deliveries, priceAlerts, readMarks } = await exportData(ctx, identity)
    const body = {
      ...identity,
      exportedAt: new Date(ctx.now()),
      subscriptions: subscriptions.map(({ subscription, target }) => ({
        ...viewSubscription(subscription, ctx.now()),
        target,
      })),
      deliveries: deliveries.map(viewDelivery),
      priceAlerts: priceAlerts.map(viewPriceAlert),
      readTo: readMarks.readTo ?? null,
      readNotifications: readMarks.notifications,
      readAnnouncements: readMarks.announcements,
    }
    const headers = { 'Content-Disposition': 'attachment; filename="coincide-notifications.json"' }
    return answer({ status: 200, body, headers })
  },
})

/** DELETE /api/account/data. */
export const deleteAccountData = defineAccountEndpoint({
  ...alwaysOfChannels,
  name: 'deleteAccountData',
  method: 'DELETE',
  path: '/api/account/data',
  summary:
    'Remove all that is kept of the account for its notifications: channels, deliveries, price alerts, what it has read',
  response: z
    .object({
      subscriptions: z.int().describe('Channels that were removed'),
      deliveries: z.int().describe('Records of deliveries that were removed'),
      priceAlerts: z.int().describe('Price alerts that were removed'),
      readMarks: z.int().describe('Marks of what was read that were removed'),
    })
    .meta({ id: 'RemovedData' }),
  examples: [
    {
      summary: 'All of it',
      given: 'a delivery that was given up',
      response: { subscriptions: 1, deliveries: 1, priceAlerts: 0, readMarks: 0 },
    },
    notSignedIn,
  ],
  run: (ctx, { meta: { identity } }) => deleteData(ctx, identity),
})
