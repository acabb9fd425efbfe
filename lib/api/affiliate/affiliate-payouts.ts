import { z } from 'zod'
import { listPayoutsOf, type WalletPayout } from '@/lib/affiliate/payouts/payout-store'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { address, addressText, hexText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'
import { isoSecond, malformedAddress, pageQuery, statsEndpoint } from './affiliate-stats-fields'

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
