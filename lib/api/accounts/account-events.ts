import { z } from 'zod'
import type { AccountEventData } from '@/lib/accounts/account-event'
import { followAccount } from '@/lib/accounts/follow-account'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedAccount } from '@/lib/api/declare/example'
import { address } from '@/lib/api/declare/fields'
import { openFeed, stream } from '@/lib/api/declare/stream'
import { exampleOwner, orderExample } from '@/lib/api/order-book/order-examples'
import { orderResponse } from '@/lib/api/order-book/order-fields'
import { tradeResponse } from '@/lib/api/order-book/trades'
import { notificationExample, notificationResponse } from './notifications'

const accountEvent = z.union([
  z
    .object({
      orders: z.array(orderResponse).describe('Open orders, newest first, at most 100'),
      notifications: z.array(notificationResponse).describe('The newest ones, at most 20'),
    })
    .describe('snapshot: how things stand when the stream begins'),
  orderResponse.describe('order: an order as it is now'),
  tradeResponse.describe('trade: a fill of an order'),
  notificationResponse.describe('notification: what the account is told'),
])

/** GET /{chainId}/accounts/{account}/events. */
export const streamAccountEvents = defineEndpoint({
  name: 'streamAccountEvents',
  method: 'GET',
  path: '/{chainId}/accounts/{account}/events',
  summary:
    "An account's orders, trades and notifications as server-sent events: snapshot, then order, trade and notification; with Last-Event-ID also those that were missed",
  tag: 'Order book',
  answers: 'events',
  params: z.object({
    account: address.describe('Account that owns the orders, or placed them on chain'),
  }),
  response: accountEvent,
  examples: [
    {
      summary: 'The first event of an account with an open order',
      given: 'a placed order',
      params: { account: exampleOwner },
      response: { orders: [orderExample], notifications: [] },
    },
    {
      summary: 'After a settled trade',
      given: 'a settled trade',
      params: { account: exampleOwner },
      varies: true,
      response: { orders: [], notifications: [notificationExample] },
    },
    malformedAccount,
  ],
  run: async (ctx, { params: { account }, network: { chainId }, meta }) => {
    const { lastEventId, signal } = meta
    const input = { chainId, account, lastEventId, signal }
    const feed = openFeed<AccountEventData>((follower) => followAccount(ctx, input, follower))
    return stream(await feed, { retryMs: 2_000 })
  },
})
