import { z } from 'zod'
import { dayOf } from '@/lib/affiliate/attribution/referral-sums'
import {
  type AffiliateDay,
  listAffiliateDays,
} from '@/lib/affiliate/statistics/affiliate-day-store'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, isoDate, toUnixSeconds } from '@/lib/core/time'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'
import { malformedAddress, ofAffiliate } from './affiliate-stats-fields'

const maxDays = 366
const defaultDays = 90

const date = (what: string) =>
  z.iso
    .date('must be a date such as 2026-11-21')
    .transform((text) => toUnixSeconds(Date.parse(text)))
    .optional()
    .describe(what)

const day = z
  .object({
    day: z.iso.date().describe('UTC date'),
    trades: z.int().min(0).describe('Trades of all of them'),
    traders: z.int().min(0).describe('How many of them traded'),
    volume: usdNumber.describe('Dollars that the trades were worth; unknown ones are left out'),
    eligible: usdNumber.describe('Dollars of that which count'),
  })
  .meta({ id: 'AffiliateDay' })

/** GET /affiliate/affiliate-stats/{address}/days. */
export const listDaysOfAffiliate = defineEndpoint({
  ...ofAffiliate,
  name: 'listDaysOfAffiliate',
  path: '/affiliate/affiliate-stats/{address}/days',
  summary:
    'What the traders bound to an affiliate did by day, oldest first; days without trades are left out',
  query: z.object({
    from: date(`First day; ${defaultDays - 1} before the last unless given`),
    to: date(`Last day, today unless given; at most ${maxDays} in all`),
  }),
  response: z.object({ rows: z.array(day).describe('The days') }),
  throws: ['BadRequest'],
  examples: [
    {
      summary: 'A day with one trade',
      given: 'a referred trader',
      params: { address: exampleOwner },
      query: { from: '2026-11-01', to: '2026-11-30' },
      response: {
        rows: [{ day: '2026-11-21', trades: 1, traders: 1, volume: 60_000, eligible: 60_000 }],
      },
    },
    malformedAddress,
    messageRefusal({
      code: 'BadRequest',
      summary: 'An end before the begin',
      params: { address: exampleOwner },
      query: { from: '2026-11-21', to: '2026-11-20' },
      description: 'to must not be before from',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Too long a time',
      params: { address: exampleOwner },
      query: { from: '2025-01-01', to: '2026-11-20' },
      description: 'from and to span 689 days; ask for at most 366',
    }),
  ],
  run: async (ctx, { params, query }) => {
    const span = spanOf(query, dayOf(toUnixSeconds(ctx.now())))
    const days = await listAffiliateDays(ctx.db, { wallet: params.address, ...span })
    return { rows: days.map(viewDay) }
  },
})

type DateRange = { readonly from?: number | undefined; readonly to?: number | undefined }

function spanOf(query: DateRange, today: number) {
  const to = query.to ?? today
  const from = query.from ?? to - (defaultDays - 1) * daySeconds
  if (to < from) throw new ServiceError('BadRequest', 'to must not be before from')
  const count = (to - from) / daySeconds + 1
  if (count <= maxDays) return { from, to }
  throw new ServiceError('BadRequest', `from and to span ${count} days; ask for at most ${maxDays}`)
}

function viewDay({ day, trades, traders, volume, eligible }: AffiliateDay) {
  return { day: isoDate(day), trades, traders, volume: toUsd(volume), eligible: toUsd(eligible) }
}
