import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { address, addressText, amountText, integerText, isoTime } from '@/lib/api/declare/fields'
import {
  getSchedule,
  listAccountSchedules,
  viewSchedule,
} from '@/lib/orders/queries/list-schedules'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { exampleOwner, exampleSeconds, partExample, unknownToken } from './order-examples'
import { orderResponse } from './order-fields'

const count = z.int()

const schedule = z
  .object({
    id: z.string().describe('Its name in the app data of its parts'),
    owner: addressText.describe('Account that pays'),
    sellToken: addressText.describe('Token that is sold'),
    buyToken: addressText.describe('Token that is bought'),
    kind: z.enum(['sell', 'buy']).describe('Which amount of each part is exact'),
    creationDate: isoTime.describe('When its first part was placed'),
    parts: count.describe('How many orders belong to it'),
    open: count.describe('Parts that may still be filled'),
    fulfilled: count.describe('Parts that are filled'),
    expired: count.describe('Parts that ended unfilled'),
    cancelled: count.describe('Parts that were cancelled'),
    unsigned: count.describe('Open parts that await their signature on chain'),
    sellAmount: amountText.describe('What all parts give together, in atoms'),
    buyAmount: amountText.describe('What all parts receive together at least, in atoms'),
    executedSellAmount: amountText.describe('Sold so far, in atoms'),
    executedBuyAmount: amountText.describe('Bought so far, in atoms'),
    firstValidFrom: count.describe('When its first part begins, in Unix seconds'),
    nextValidFrom: count.nullable().describe('When its first open part begins; null: none is open'),
    nextSellAmount: amountText
      .nullable()
      .describe('What its first open part may still sell, in atoms; null: none is open'),
    validTo: count.describe('When its last part ends, in Unix seconds'),
  })
  .meta({ id: 'Schedule' })

const detailed = z
  .object({
    schedule: schedule.describe('The schedule'),
    orders: z.array(orderResponse).describe('Its parts, in the sequence of their times'),
  })
  .meta({ id: 'ScheduleWithOrders' })

const scheduleExample = {
  id: partExample.schedule,
  owner: exampleOwner,
  sellToken: partExample.sellToken,
  buyToken: partExample.buyToken,
  kind: 'sell',
  creationDate: partExample.creationDate,
  ...{ parts: 1, open: 1, fulfilled: 0, expired: 0, cancelled: 0, unsigned: 0 },
  sellAmount: partExample.sellAmount,
  buyAmount: partExample.buyAmount,
  executedSellAmount: '0',
  executedBuyAmount: '0',
  firstValidFrom: exampleSeconds,
  nextValidFrom: exampleSeconds,
  nextSellAmount: partExample.sellAmount,
  validTo: partExample.validTo,
}

const params = z.object({ owner: address })
const named = params.extend({ schedule: z.string().describe('Name of the schedule') })

/** GET /api/v1/account/{owner}/schedules. */
export const readAccountSchedules = defineEndpoint({
  name: 'readAccountSchedules',
  method: 'GET',
  path: '/api/v1/account/{owner}/schedules',
  summary: 'Scheduled orders of an account, newest first, by page',
  params,
  query: z.object({
    offset: integerText(0, 1_000_000).default(0).describe('How many newer ones to skip'),
    limit: integerText(1, 100).default(10).describe('How many at most, 1 to 100'),
  }),
  response: z.array(schedule),
  examples: [
    {
      summary: 'An account with one schedule',
      given: 'a placed part of a schedule',
      params: { owner: exampleOwner },
      query: { limit: '5' },
      response: [scheduleExample],
    },
    { summary: 'An account without schedules', params: { owner: unknownToken }, response: [] },
    malformedParameter('owner'),
  ],
  run: async (ctx, { params, query, network }) => {
    const page = { offset: query.offset, limit: query.limit }
    const input = { chainId: network.chainId, owner: params.owner, page }
    return (await listAccountSchedules(ctx, input)).map(viewSchedule)
  },
})

/** GET /api/v1/account/{owner}/schedules/{schedule}. */
export const readSchedule = defineEndpoint({
  name: 'readSchedule',
  method: 'GET',
  path: '/api/v1/account/{owner}/schedules/{schedule}',
  summary: 'A scheduled order of an account, and the orders that belong to it',
  params: named,
  response: detailed,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'A schedule of one part',
      given: 'a placed part of a schedule',
      params: { owner: exampleOwner, schedule: partExample.schedule },
      response: { schedule: scheduleExample, orders: [partExample] },
    },
    refusal({
      code: 'NotFound',
      params: { owner: exampleOwner, schedule: 'unknown' },
      description: 'Schedule was not found',
    }),
    malformedParameter('owner', { params: { schedule: partExample.schedule } }),
  ],
  run: async (ctx, { params, network }) => {
    const key = { chainId: network.chainId, owner: params.owner, id: params.schedule }
    const { summary, parts } = await getSchedule(ctx, key)
    return { schedule: viewSchedule(summary), orders: parts.map(viewOrder) }
  },
})
