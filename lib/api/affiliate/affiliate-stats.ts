import { z } from 'zod'
import { type AffiliateStats, getAffiliateStats } from '@/lib/affiliate/statistics/affiliate-stats'
import {
  endOfRewards,
  getTraderStats,
  remainingToReward,
} from '@/lib/affiliate/statistics/bound-trader'
import type { TraderRecord } from '@/lib/affiliate/statistics/bound-trader-query'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import type { Address } from '@/lib/core/address'
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
  ofTrader,
  usdOrNull,
} from './affiliate-stats-fields'

const earnings = {
  total_earned: usdNumber.describe('Dollars that have been earned, paid or not'),
  paid_out: usdNumber.describe('Dollars of that which were paid'),
  next_payout: usdNumber.describe('Dollars that are still to be paid'),
  lastUpdatedAt: isoTime.describe('When any of this last changed'),
}

const affiliateStats = z
  .object({
    affiliate_address: addressText.describe('Wallet of the affiliate'),
    referrer_code: z.string().describe('Its code'),
    total_volume: usdNumber.describe('Dollars of its traders’ volume that count'),
    trigger_volume: usdNumber.describe('Dollars of one trader’s volume that earn a reward'),
    ...earnings,
    left_to_next_reward: maybeUsd(
      'The fewest dollars that a trader of its has left to the next reward; null when none can follow',
    ),
    active_traders: z
      .int()
      .min(0)
      .describe('Traders with an eligible trade in the last 30 UTC days, today included'),
    total_traders: z.int().min(0).describe('Traders that are bound to it'),
  })
  .meta({ id: 'AffiliateStats' })

/** GET /affiliate/affiliate-stats/{address}. */
export const readAffiliateStats = defineEndpoint({
  ...ofAffiliate,
  name: 'readAffiliateStats',
  path: '/affiliate/affiliate-stats/{address}',
  summary: 'What an affiliate’s traders have come to, and what it has earned',
  response: affiliateStats,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'An affiliate with one trader',
      given: 'a referred trader',
      params: { address: exampleOwner },
      response: {
        affiliate_address: exampleOwner,
        referrer_code: 'COW-12345',
        total_volume: 60_000,
        trigger_volume: 50_000,
        total_earned: 10,
        paid_out: 0,
        next_payout: 10,
        left_to_next_reward: 40_000,
        active_traders: 1,
        total_traders: 1,
        lastUpdatedAt: '2026-11-21T09:30:00.000Z',
      },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A wallet that never had a code',
      params: { address: exampleOwner },
      description: 'affiliate stats not found',
    }),
    malformedAddress,
  ],
  run: async (ctx, { params }) => viewAffiliateStats(await getAffiliateStats(ctx, params.address)),
})

/** Clamps to 0: a reorg of rewarded trades leaves more paid than earned. */
function leftToPay(earned: bigint, paid: bigint): bigint {
  return earned > paid ? earned - paid : 0n
}

function viewAffiliateStats(stats: AffiliateStats) {
  return {
    affiliate_address: stats.wallet,
    referrer_code: stats.code,
    total_volume: toUsd(stats.eligible),
    trigger_volume: toUsd(stats.triggerVolume),
    total_earned: toUsd(stats.earned),
    paid_out: toUsd(stats.paid),
    next_payout: toUsd(leftToPay(stats.earned, stats.paid)),
    left_to_next_reward: usdOrNull(stats.missing),
    active_traders: stats.activeTraders,
    total_traders: stats.traders,
    lastUpdatedAt: stats.updatedAt,
  }
}

const traderStats = z
  .object({
    trader_address: addressText.describe('The trader'),
    bound_referrer_code: z
      .string()
      .nullable()
      .describe('Code that it is bound to; null, as what follows from it, while no trade has'),
    linked_since: isoTime.nullable().describe('When the trade was executed that bound it'),
    rewards_end: isoTime.nullable().describe('Until when its trades can count'),
    eligible_volume: usdNumber.describe('Dollars of its volume that count'),
    left_to_next_rewards: maybeUsd(
      'Dollars that it has left to the next reward; null when none can follow',
    ),
    trigger_volume: maybeUsd('Dollars of its volume that earn a reward'),
    ...earnings,
  })
  .meta({ id: 'TraderStats' })

/** GET /affiliate/trader-stats/{address}. */
export const readTraderStats = defineEndpoint({
  ...ofTrader,
  name: 'readTraderStats',
  path: '/affiliate/trader-stats/{address}',
  summary: 'Whom a trader is bound to, and what it has earned',
  response: traderStats,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'A trader that one trade has bound',
      given: 'a referred trader',
      params: { address: exampleTrader },
      response: {
        trader_address: exampleTrader,
        bound_referrer_code: 'COW-12345',
        linked_since: '2026-11-21T09:30:00.000Z',
        rewards_end: '2027-02-19T09:30:00.000Z',
        eligible_volume: 60_000,
        left_to_next_rewards: 40_000,
        trigger_volume: 50_000,
        total_earned: 8,
        paid_out: 0,
        next_payout: 8,
        lastUpdatedAt: '2026-11-21T09:30:00.000Z',
      },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'An account that never traded with a code',
      params: { address: exampleTrader },
      description: 'trader stats not found',
    }),
    malformedAddress,
  ],
  run: async (ctx, { params }) => {
    const record = await getTraderStats(ctx, params.address)
    return viewTraderStats(params.address, record, toUnixSeconds(ctx.now()))
  },
})

function viewTraderStats(trader: Address, { bound, paid, updatedAt }: TraderRecord, now: number) {
  const earned = bound && shareOf(bound.terms, 'trader', rewardsFor(bound.terms, bound.eligible))
  return {
    trader_address: trader,
    bound_referrer_code: bound?.code ?? null,
    linked_since: bound ? isoSecond(bound.boundAt) : null,
    rewards_end: bound ? isoSecond(endOfRewards(bound)) : null,
    eligible_volume: toUsd(bound?.eligible ?? 0n),
    left_to_next_rewards: usdOrNull(bound && remainingToReward(bound, now)),
    trigger_volume: usdOrNull(bound?.terms.triggerVolume),
    total_earned: toUsd(earned ?? 0n),
    paid_out: toUsd(paid),
    next_payout: toUsd(leftToPay(earned ?? 0n, paid)),
    lastUpdatedAt: updatedAt,
  }
}
