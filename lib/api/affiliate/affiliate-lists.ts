import { z } from 'zod'
import { dayOf } from '@/lib/affiliate/attribution/referral-sums'
import { listPayoutsOf, type WalletPayout } from '@/lib/affiliate/payouts/payout-store'
import {
  type AffiliateDay,
  listAffiliateDays,
} from '@/lib/affiliate/statistics/affiliate-stats-query'
import { endOfRewards, remainingToReward } from '@/lib/affiliate/statistics/bound-trader'
import { type BoundTrader, listBoundTraders } from '@/lib/affiliate/statistics/bound-trader-query'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { address, addressText, hexText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { rewardsFor, shareOf } from '@/lib/core/affiliate-programme'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, isoDate, toUnixSeconds } from '@/lib/core/time'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'
import {
  exampleTrader,
  isoSecond,
  malformedAddress,
  maybeUsd,
  ofAffiliate,
  pageQuery,
  statsEndpoint,
  usdOrNull,
} from './affiliate-stats-fields'

const trader = z
  .object({
    trader_address: addressText.describe('The trader'),
    bound_referrer_code: z.string().describe('Code that it is bound to'),
    linked_since: isoTime.describe('When the trade was executed that bound it'),
    rewards_end: isoTime.describe('Until when its trades can count'),
    last_trade: isoTime.describe('When it last traded'),
    trades: z.int().min(0).describe('Its trades since the one that bound it'),
    eligible_trades: z.int().min(0).describe('Those that count'),
    volume: usdNumber.describe('Dollars that they were worth; unknown ones are left out'),
    eligible_volume: usdNumber.describe('Dollars of that which count'),
    left_to_next_reward: maybeUsd('Dollars left to the next reward; null when none can follow'),
    total_earned: usdNumber.describe('Dollars that it has earned the affiliate'),
  })
  .meta({ id: 'AffiliateTrader' })

/** GET /affiliate/affiliate-stats/{address}/traders. */
export const listTradersOfAffiliate = defineEndpoint({
  ...ofAffiliate,
  name: 'listTradersOfAffiliate',
  path: '/affiliate/affiliate-stats/{address}/traders',
  summary: 'The traders bound to an affiliate, those with most eligible volume first',
  query: pageQuery,
  response: z.object({ rows: z.array(trader).describe('The traders') }),
  examples: [
    {
      summary: 'One trader',
      given: 'a referred trader',
      params: { address: exampleOwner },
      response: {
        rows: [
          {
            trader_address: exampleTrader,
            bound_referrer_code: 'COW-12345',
            linked_since: '2026-11-21T09:30:00.000Z',
            rewards_end: '2027-02-19T09:30:00.000Z',
            last_trade: '2026-11-21T09:30:00.000Z',
            trades: 1,
            eligible_trades: 1,
            volume: 60_000,
            eligible_volume: 60_000,
            left_to_next_reward: 40_000,
            total_earned: 10,
          },
        ],
      },
    },
    malformedAddress,
  ],
  run: async (ctx, { params, query }) => {
    const traders = await listBoundTraders(ctx.db, { wallet: params.address, ...query })
    return { rows: traders.map((trader) => viewTrader(trader, toUnixSeconds(ctx.now()))) }
  },
})

function viewTrader(bound: BoundTrader, now: number) {
  const { terms, eligible } = bound
  return {
    trader_address: bound.trader,
    bound_referrer_code: bound.code,
    linked_since: isoSecond(bound.boundAt),
    rewards_end: isoSecond(endOfRewards(bound)),
    last_trade: isoSecond(bound.lastTradeAt),
    trades: bound.trades,
    eligible_trades: bound.eligibleTrades,
    volume: toUsd(bound.volume),
    eligible_volume: toUsd(eligible),
    left_to_next_reward: usdOrNull(remainingToReward(bound, now)),
    total_earned: toUsd(shareOf(terms, 'affiliate', rewardsFor(terms, eligible))),
  }
}

/** Maximum days per request: a leap year. */
const maxDays = 366
/** Days without `from`: the time in which a trader's trades count, by default. */
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

const payout = z
  .object({
    epoch: isoTime.describe('When the epoch began in which the rewards fell due'),
    role: z.enum(['affiliate', 'trader']).describe('What the wallet is paid for being'),
    trader_address: addressText.describe('Trader whose volume has earned it'),
    referrer_code: z.string().describe('Code that the trader is bound to'),
    rewards: z.int().min(0).describe('How many rewards it is the share of'),
    amount: usdNumber.describe('Dollars'),
    paid_at: isoTime.nullable().describe('When it was marked as paid; null: it is due'),
    paid_tx: hexText.nullable().describe('Transaction that paid it'),
  })
  .meta({ id: 'AffiliatePayout' })

/** GET /affiliate/payouts/{address}. */
export const listPayoutsOfWallet = defineEndpoint({
  ...statsEndpoint,
  name: 'listPayoutsOfWallet',
  path: '/affiliate/payouts/{address}',
  summary: 'What closed epochs have earned a wallet, newest first, and what of it was paid',
  params: z.object({ address: address.describe('Wallet of an affiliate or trader') }),
  query: pageQuery,
  response: z.object({ rows: z.array(payout).describe('One for each epoch, trader and role') }),
  examples: [
    {
      summary: 'None yet',
      given: 'a referred trader',
      params: { address: exampleOwner },
      response: { rows: [] },
    },
    malformedAddress,
  ],
  run: async (ctx, { params, query }) => {
    const payouts = await listPayoutsOf(ctx.db, { wallet: params.address, ...query })
    return { rows: payouts.map(viewPayout) }
  },
})

function viewPayout(payout: WalletPayout) {
  return {
    epoch: isoSecond(payout.epoch),
    role: payout.role,
    trader_address: payout.trader,
    referrer_code: payout.code,
    rewards: payout.rewards,
    amount: toUsd(payout.amount),
    paid_at: payout.paidAt ?? null,
    paid_tx: payout.paidTx ?? null,
  }
}
