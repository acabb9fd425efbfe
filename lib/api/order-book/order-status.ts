import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { addressText, amountText, orderUid } from '@/lib/api/declare/fields'
import { getOrderProgress } from '@/lib/auctions/competition/order-progress'
import { orderExample, unknownUid } from './order-examples'
import { orderExclusion } from './order-fields'

const execution = z.object({
  solver: addressText.describe('Account of the solver'),
  executedAmounts: z
    .object({
      sell: amountText.describe('What the owner would pay, in atoms'),
      buy: amountText.describe('What the receiver would get, in atoms'),
    })
    .nullable()
    .describe('What it offered; null where it left the order out'),
})

const typeDescription =
  'The first of these that holds. traded: any of it is filled. cancelled: in whatever way. ' +
  'executing: a winner of the newest competition settles it. ' +
  'solved: another solution of that competition has it, or the transaction failed. ' +
  'active: it is in the auction of the moment. scheduled: the next auction can take it. ' +
  'open: its owner cannot pay, it lacks its signature, or its time has not come or is over'

/** GET /api/v1/orders/{uid}/status. */
export const readOrderStatus = defineEndpoint({
  name: 'readOrderStatus',
  method: 'GET',
  path: '/api/v1/orders/{uid}/status',
  summary: 'Where an order stands on its way to a settlement, with what solvers offered for it',
  params: z.object({ uid: orderUid }),
  response: z
    .object({
      type: z
        .enum(['open', 'scheduled', 'active', 'solved', 'executing', 'traded', 'cancelled'])
        .describe(typeDescription),
      value: z
        .array(execution)
        .describe(
          'What solvers offered in that competition, the winner last; traded, executing, solved',
        )
        .optional(),
      exclusion: orderExclusion.optional().describe('Why no solver competes for it'),
    })
    .meta({ id: 'OrderProgress' }),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'An order that waits for the next auction',
      given: 'a placed order',
      params: { uid: orderExample.uid },
      response: { type: 'scheduled' },
    },
    {
      summary: 'A filled order',
      given: 'a settled trade',
      params: { uid: orderExample.uid },
      response: {
        type: 'traded',
        value: [
          {
            solver: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
            executedAmounts: { sell: '1000000000000000000', buy: '2961372004' },
          },
        ],
      },
      varies: true,
    },
    refusal({
      code: 'NotFound',
      params: { uid: unknownUid },
      description: 'order status not found',
    }),
    malformedParameter('uid'),
  ],
  run: async (ctx, { params, network }) => {
    const progress = await getOrderProgress(ctx, { chainId: network.chainId, uid: params.uid })
    const { type, value, exclusion } = progress
    return {
      type,
      ...(value ? { value: [...value] } : {}),
      ...(exclusion ? { exclusion } : {}),
    }
  },
})
