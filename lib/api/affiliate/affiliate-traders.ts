import { z } from 'zod'
import {
  type BoundTrader,
  endOfRewards,
  remainingToReward,
} from '@/lib/affiliate/statistics/bound-trader'
import { listBoundTraders } from '@/lib/affiliate/statistics/bound-trader-query'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { rewardsFor, shareOf } from '@/lib/core/affiliate-programme'
import { toUnixSeconds } from '@/lib/core/time'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'
import {
  exampleTrader,
  isoSecond,
  malformedAddress,
  maybeUsd,
  ofAffiliate,
  pageQuery,
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
