import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { bytes, orderUid } from '@/lib/api/declare/fields'
import { cancelOrder, cancelOrders } from '@/lib/orders/cancellation/cancel-order'
import { exampleOwner, exampleUid } from './order-examples'
import { cancellationBody, cancellationsBody, foreignCancellationBody } from './order-refusals'

const consent = {
  signature: bytes.describe('Signature of the cancellation by the owner'),
  signingScheme: z
    .enum(['eip712', 'ethsign', 'eip1271'], 'must be eip712, ethsign or eip1271')
    .describe('How the cancellation is signed'),
}
const cancellation = {
  response: z.literal('Cancelled'),
  fieldErrors: { signature: 'InvalidSignature' },
  throws: [
    'OrderNotFound',
    'OrderFullyExecuted',
    'AlreadyCancelled',
    'OrderExpired',
    'OnChainOrder',
    'InvalidSignature',
  ],
} as const
const params = { uid: exampleUid }

/** DELETE /api/v1/orders/{uid}. Spec: States and transitions. */
export const deleteOrder = defineEndpoint({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/api/v1/orders/{uid}',
  summary: "Cancel an order by its owner's signature over OrderCancellation",
  ...cancellation,
  params: z.object({ uid: orderUid }),
  body: z.object(consent).meta({ id: 'OrderCancellation' }),
  examples: [
    {
      summary: 'Cancel an order',
      given: 'a placed order',
      params,
      body: cancellationBody,
      response: 'Cancelled',
    },
    refusal({
      code: 'OrderNotFound',
      params,
      body: cancellationBody,
      description: `no order has the uid ${exampleUid}`,
    }),
    refusal({
      code: 'InvalidSignature',
      given: 'a placed order',
      params,
      body: foreignCancellationBody,
      description: `the cancellation is not signed by the owner ${exampleOwner}`,
    }),
    malformedParameter('uid', { body: cancellationBody }),
  ],
  run: async (ctx, { params, body, network }) => {
    await cancelOrder(ctx, { ...body, chainId: network.chainId, uid: params.uid })
    return 'Cancelled' as const
  },
})

/** DELETE /api/v1/orders: several orders of one owner, all or none. */
export const deleteOrders = defineEndpoint({
  name: 'deleteOrders',
  method: 'DELETE',
  path: '/api/v1/orders',
  summary: "Cancel orders by their owner's signature over OrderCancellations, all or none",
  ...cancellation,
  body: z
    .object({
      orderUids: z
        .array(orderUid, 'must be a list of order uids')
        .min(1, 'must name at least one order')
        .max(128, 'must name at most 128 orders')
        .describe('Orders of one owner, at most 128; the signature is over these in this order'),
      ...consent,
    })
    .meta({ id: 'OrderCancellations' }),
  examples: [
    {
      summary: 'Cancel one order by the batch call',
      given: 'a placed order',
      body: { orderUids: [exampleUid], ...cancellationsBody },
      response: 'Cancelled',
    },
    refusal({
      code: 'OrderNotFound',
      body: { orderUids: [exampleUid], ...cancellationsBody },
      description: `no order has the uid ${exampleUid}`,
    }),
    refusal({
      code: 'InvalidSignature',
      summary: 'A signature over OrderCancellation, which is not for lists',
      given: 'a placed order',
      body: { orderUids: [exampleUid], ...cancellationBody },
      description: `the cancellation is not signed by the owner ${exampleOwner}`,
    }),
    refusal({
      code: 'InvalidParameter',
      body: { orderUids: [], ...cancellationsBody },
      description: 'orderUids must name at least one order',
    }),
  ],
  run: async (ctx, { body, network }) => {
    const { orderUids: uids, ...rest } = body
    await cancelOrders(ctx, { ...rest, chainId: network.chainId, uids })
    return 'Cancelled' as const
  },
})
