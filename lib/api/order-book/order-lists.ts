import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { address, hash32, integerText, orderUid } from '@/lib/api/declare/fields'
import {
  listAccountOrders,
  listOrders,
  listTransactionOrders,
} from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { exampleOwner, orderExample, unknownHash } from './order-examples'
import { orderResponse } from './order-fields'

/** Maximum orders per look-up. */
const maxUids = 128

const listed = z.object({ order: orderResponse.describe('The order') }).meta({ id: 'ListedOrder' })

/** POST /api/v1/orders/by_uids. */
export const readOrdersByUids = defineEndpoint({
  name: 'readOrdersByUids',
  method: 'POST',
  path: '/api/v1/orders/by_uids',
  summary: 'Orders by their UIDs, each once; unknown ones are left out',
  limit: 'reads',
  body: z
    .array(orderUid, 'must be a list of order uids')
    .max(maxUids, `must name at most ${maxUids} orders`)
    .meta({ id: 'OrderUids', title: 'uids' }),
  response: z.array(listed),
  examples: [
    {
      summary: 'One order that is known',
      given: 'a placed order',
      body: [orderExample.uid],
      response: [{ order: orderExample }],
    },
    { summary: 'An order that is not known', body: [`0x${'00'.repeat(56)}`], response: [] },
    refusal({
      code: 'InvalidParameter',
      body: ['0x12'],
      description: 'uids[0] must be an order uid: 0x and 112 hexadecimal digits',
    }),
  ],
  run: async (ctx, { body, network }) => {
    const orders = await listOrders(ctx, { chainId: network.chainId, uids: body })
    return orders.map((details) => ({ order: viewOrder(details) }))
  },
})

/** GET /api/v1/account/{owner}/orders. */
export const readAccountOrders = defineEndpoint({
  name: 'readAccountOrders',
  method: 'GET',
  path: '/api/v1/account/{owner}/orders',
  summary: 'Orders that an account owns or placed on chain, newest first, by page',
  params: z.object({ owner: address }),
  query: z.object({
    offset: integerText(0, 1_000_000).default(0).describe('How many newer orders to skip'),
    limit: integerText(1, 1000).default(10).describe('How many at most, 1 to 1000'),
  }),
  response: z.array(orderResponse),
  examples: [
    {
      summary: 'An account with one order',
      given: 'a placed order',
      params: { owner: exampleOwner },
      query: { limit: '5' },
      response: [orderExample],
    },
    malformedParameter('owner'),
  ],
  run: async (ctx, { params, query, network }) => {
    const page = { offset: query.offset, limit: query.limit }
    const input = { chainId: network.chainId, owner: params.owner, page }
    return (await listAccountOrders(ctx, input)).map(viewOrder)
  },
})

/** GET /api/v1/transactions/{hash}/orders. */
export const readTransactionOrders = defineEndpoint({
  name: 'readTransactionOrders',
  method: 'GET',
  path: '/api/v1/transactions/{hash}/orders',
  summary: 'Orders that a transaction filled',
  params: z.object({ hash: hash32.describe('Transaction hash') }),
  response: z.array(orderResponse),
  examples: [
    { summary: 'A transaction that filled no order', params: { hash: unknownHash }, response: [] },
    malformedParameter('hash'),
  ],
  run: async (ctx, { params, network }) => {
    const input = { chainId: network.chainId, txHash: params.hash }
    return (await listTransactionOrders(ctx, input)).map(viewOrder)
  },
})
