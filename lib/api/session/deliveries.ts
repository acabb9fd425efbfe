import { z } from 'zod'
import { notificationExample } from '@/lib/api/accounts/notifications'
import { messageRefusal } from '@/lib/api/declare/example'
import { idText, integerText, isoTime } from '@/lib/api/declare/fields'
import { retryDelivery } from '@/lib/channels/sending/retry-delivery'
import { viewOwnNotification } from '@/lib/notifications/notification-view'
import {
  type AccountDelivery,
  deliveryStates,
  listAccountDeliveries,
} from '@/lib/outbox/delivery-store'
import { channels } from '@/lib/outbox/subscription'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { failureResponse } from './failure-fields'
import { ownNotificationResponse } from './own-notification-fields'
import { ofChannels, subscriptionExample, subscriptionId, timeOrNull } from './subscription-fields'

/** Deliveries without `limit`: a page of the list. */
const defaultLimit = 50

/** Schema of a delivery. */
export const deliveryResponse = z
  .object({
    id: z.string().describe('Number of the delivery; later ones are higher'),
    subscriptionId: z.uuid().describe('ID of the channel'),
    channel: z.enum(channels).describe('What it is sent by'),
    label: z.string().describe('How its owner knows the channel'),
    state: z
      .enum(deliveryStates)
      .describe('dead: given up or taken back; what was given up may be sent again'),
    attempts: z.int().describe('Attempts so far, eight at most'),
    createdAt: isoTime.describe('When it was to be sent first'),
    dueAt: isoTime.nullable().describe('When it is tried next, where it waits'),
    sentAt: isoTime.nullable().describe('When the receiver took it'),
    lastError: failureResponse.nullable().describe('Why the last attempt failed'),
    lastStatus: z.int().nullable().describe('What the receiver answered, where it speaks HTTP'),
    retryable: z
      .boolean()
      .describe('Whether it failed and may be sent at your wish, once its channel is on'),
    notification: ownNotificationResponse.describe('What is sent'),
  })
  .meta({ id: 'Delivery' })

/** Renders {@link deliveryResponse}, with times as Dates. */
export function viewDelivery(delivery: AccountDelivery) {
  const { id, subscriptionId: of, channel, label, state, attempts, notification } = delivery
  return {
    ...{ id, subscriptionId: of, channel, label, state, attempts },
    createdAt: new Date(delivery.createdAtMs),
    dueAt: state === 'waiting' ? new Date(delivery.dueAtMs) : null,
    sentAt: timeOrNull(delivery.sentAtMs),
    lastError: delivery.lastError ?? null,
    lastStatus: delivery.lastStatus ?? null,
    retryable: delivery.isRetryable,
    notification: viewOwnNotification(notification),
  }
}

/** Example delivery. */
export const deliveryExample = {
  id: '1',
  subscriptionId: subscriptionExample.id,
  channel: subscriptionExample.channel,
  label: subscriptionExample.label,
  state: 'dead' as const,
  attempts: 8,
  createdAt: '2026-11-21T09:30:00.000Z',
  dueAt: null,
  sentAt: null,
  lastError: { code: 'answered' as const, status: 500 },
  lastStatus: 500,
  retryable: true,
  notification: notificationExample,
}

const given = 'a delivery that was given up'
const ofExample = { params: { id: deliveryExample.id } } as const

/** GET /api/account/deliveries. */
export const listDeliveries = defineAccountEndpoint({
  ...ofChannels,
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/account/deliveries',
  summary: 'What was sent, waits to be sent or was given up, the newest first',
  query: z.object({
    state: z
      .enum(deliveryStates, `must be of ${deliveryStates.join(', ')}`)
      .optional()
      .describe('Only those that are so'),
    subscriptionId: subscriptionId.optional().describe('Only those of this channel'),
    limit: integerText(1, 100)
      .optional()
      .describe(`How many at most; ${defaultLimit} unless given`),
    before: idText.optional().describe('ID of a delivery; those made before it are listed'),
  }),
  response: z.object({ deliveries: z.array(deliveryResponse).describe('The newest first') }),
  examples: [
    {
      summary: 'What was given up',
      given,
      query: { state: 'dead', limit: '1' },
      response: { deliveries: [deliveryExample] },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'An unknown state',
      query: { state: 'lost' },
      description: 'state must be of waiting, sent, dead',
    }),
    notSignedIn,
  ],
  run: async (ctx, { query: { limit = defaultLimit, ...rest }, meta: { identity } }) => {
    const deliveries = await listAccountDeliveries(ctx.db, identity, { limit, ...rest })
    return { deliveries: deliveries.map(viewDelivery) }
  },
})

/** POST /api/account/deliveries/{id}/retry. */
export const retryAccountDelivery = defineAccountEndpoint({
  ...ofChannels,
  name: 'retryAccountDelivery',
  method: 'POST',
  path: '/api/account/deliveries/{id}/retry',
  summary:
    'Send again what was given up, with all its attempts before it, or try at once what failed and waits; one of these or test in ten seconds',
  params: z.object({ id: idText.describe('ID of the delivery') }),
  response: z.object({ id: z.string().describe('ID of the delivery, which waits now') }),
  throws: ['NotFound', 'Conflict', 'RateLimited'],
  examples: [
    { summary: 'Send it again', given, ...ofExample, response: { id: deliveryExample.id } },
    messageRefusal({
      code: 'NotFound',
      summary: 'A delivery that is not there',
      ...ofExample,
      description: 'the account has no such delivery',
      reason: { code: 'deliveryMissing' },
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed ID',
      params: { id: 'first' },
      description: 'id must be a whole number',
    }),
    { ...notSignedIn, ...ofExample },
  ],
  run: async (ctx, { params: { id }, meta: { identity } }) => {
    await retryDelivery(ctx, { id, ...identity })
    return { id }
  },
})
