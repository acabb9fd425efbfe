import { z } from 'zod'
import { type ReferralReason, referralReasons } from '@/lib/affiliate/attribution/referral-trade'
import { type ActivityTrade, listActivityPage } from '@/lib/affiliate/statistics/activity-query'
import { findTrader } from '@/lib/affiliate/statistics/bound-trader-query'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { addressText, amountText, hexText, isoTime } from '@/lib/api/declare/fields'
import { orderExample } from '@/lib/api/order-book/order-examples'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'
import {
  exampleTrader,
  isoSecond,
  malformedAddress,
  maybeUsd,
  ofTrader,
  pageQuery,
  usdOrNull,
} from './affiliate-stats-fields'

const reasons = Object.keys(referralReasons) as ReferralReason[]
const reasonText = Object.entries(referralReasons)
  .map(([reason, sentence]) => `\`${reason}\`: ${sentence}`)
  .join(' ')

const row = z
  .object({
    chain_id: z.int().describe('Network of the trade'),
    creation_date: isoTime.describe('When it was executed'),
    tx_hash: hexText.describe('Transaction that settled it'),
    order_uid: hexText.describe('UID of the order'),
    trader_address: addressText.describe('Who traded: owner of the order'),
    sell_token: addressText.describe('Token that was sold'),
    buy_token: addressText.describe('Token that was bought'),
    sell_token_symbol: z.string().optional().describe('Its symbol, where one is known'),
    buy_token_symbol: z.string().optional().describe('Its symbol, where one is known'),
    executed_sell_amount: amountText.describe('What was sold, in atoms, the fee included'),
    executed_buy_amount: amountText.describe('What was bought, in atoms'),
    usd_value: maybeUsd('Dollars that it was worth at execution; null where nothing told'),
    eligible_volume_usd: usdNumber.describe('Dollars of that which count'),
    referrer_code: z.string().nullable().describe('Code that the order names'),
    bound_referrer_code: z
      .string()
      .nullable()
      .describe('Code that the trader is bound to since this trade or an earlier one'),
    eligibility_reason: z.enum(reasons).describe(`Why it counts or does not. ${reasonText}`),
    is_bound_to_code: z.boolean().describe('Whether the trader is bound to the code of the order'),
    is_eligible: z.boolean().describe('Whether it counts'),
  })
  .meta({ id: 'TraderActivity' })

/** GET /affiliate/trader-activity/{address}. */
export const listTraderActivity = defineEndpoint({
  ...ofTrader,
  name: 'listTraderActivity',
  path: '/affiliate/trader-activity/{address}',
  summary: 'The trades of a trader who ever named a code, newest first, and what each counts for',
  query: pageQuery,
  response: z.object({
    rows: z.array(row).describe('Empty for an account that never traded with a code'),
    lastUpdatedAt: isoTime.describe('When what they count for last changed'),
  }),
  examples: [
    {
      summary: 'A trade that counts',
      given: 'a referred trader',
      params: { address: exampleTrader },
      response: {
        rows: [
          {
            chain_id: 1,
            creation_date: '2026-11-21T09:30:00.000Z',
            tx_hash: `0x${'00'.repeat(31)}01`,
            order_uid: `0x${'00'.repeat(55)}01`,
            trader_address: exampleTrader,
            sell_token: orderExample.sellToken,
            buy_token: orderExample.buyToken,
            executed_sell_amount: '1000000000000000000',
            executed_buy_amount: '2950000000',
            usd_value: 60_000,
            eligible_volume_usd: 60_000,
            referrer_code: 'COW-12345',
            bound_referrer_code: 'COW-12345',
            eligibility_reason: 'eligible',
            is_bound_to_code: true,
            is_eligible: true,
          },
        ],
        lastUpdatedAt: '2026-11-21T09:30:00.000Z',
      },
    },
    {
      summary: 'An account that never traded with a code',
      params: { address: exampleTrader },
      response: { rows: [], lastUpdatedAt: '2026-11-21T09:30:00.000Z' },
    },
    malformedAddress,
  ],
  run: async (ctx, { params, query }) => {
    const trader = params.address
    const [record, trades] = await Promise.all([
      findTrader(ctx.db, trader),
      listActivityPage(ctx, { trader, page: query }),
    ])
    const lastUpdatedAt = record?.updatedAt ?? new Date(ctx.now())
    return { rows: trades.map(viewActivity), lastUpdatedAt }
  },
})

function viewActivity(trade: ActivityTrade) {
  const { chainId, code, boundCode, reason } = trade
  return {
    chain_id: chainId,
    creation_date: isoSecond(trade.timestamp),
    tx_hash: trade.txHash,
    order_uid: trade.orderUid,
    trader_address: trade.trader,
    sell_token: trade.sellToken,
    buy_token: trade.buyToken,
    sell_token_symbol: symbolOf(chainId, trade.sellToken, trade.sellSymbol),
    buy_token_symbol: symbolOf(chainId, trade.buyToken, trade.buySymbol),
    executed_sell_amount: trade.sellAmount,
    executed_buy_amount: trade.buyAmount,
    usd_value: usdOrNull(trade.volume),
    eligible_volume_usd: toUsd(trade.eligible),
    referrer_code: code ?? null,
    bound_referrer_code: boundCode ?? null,
    eligibility_reason: reason,
    // Another wallet may own the same code after an operator released it.
    is_bound_to_code: code !== undefined && code === boundCode && reason !== 'other_code',
    is_eligible: reason === 'eligible',
  }
}

function symbolOf(chainId: number, token: Address, symbol: string | undefined): string | undefined {
  return token === nativeToken ? getNetwork(chainId).nativeSymbol : symbol
}
