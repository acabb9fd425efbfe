import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedAccount } from '@/lib/api/declare/example'
import { address, addressText, hexText, integerText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner, exampleUid, orderExample } from '@/lib/api/order-book/order-examples'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import {
  type AccountFill,
  listAccountFills,
  sumAccountFills,
  type ValuedAmount,
} from '@/lib/settlements/reports/list-account-fills'

const usd = z.number().nullable().describe('US dollars at the time of the fill; null: no price')
const atoms = z.string().regex(/^-?(?:0|[1-9][0-9]*)$/)

const valued = z
  .object({
    token: addressText.describe('The token; 0xeeee… for the native one'),
    amount: atoms.describe('Decimal integer, in atoms; negative: a loss'),
    usd,
  })
  .meta({ id: 'ValuedAmount' })

const fill = z
  .object({
    orderUid: hexText.describe('The order that was filled'),
    txHash: hexText.describe('Transaction that settled it'),
    blockNumber: z.int().describe('Block that settled it'),
    logIndex: z.int().describe("Index of the trade's event in the block"),
    time: isoTime.describe('Time of the block'),
    type: z
      .enum(['swap', 'limit'])
      .nullable()
      .describe('Whether it took its quote or its owner set the price; null: of another service'),
    sold: valued.describe('What the owner paid, the signed fee included'),
    bought: valued.describe('What the receiver got'),
    surplusVsQuote: valued.nullable().describe('Got beyond the quote; null: no quote was taken'),
    surplusVsLimit: valued.nullable().describe('Got beyond the signed limit'),
    networkCosts: z
      .array(valued)
      .describe('Signed fee and network cost, contained in the amounts; empty: not known'),
    fees: z.array(valued).describe('Protocol and partner fees, contained in the amounts'),
  })
  .meta({ id: 'AccountFill' })

const params = z.object({ account: address.describe('Account that owns or placed the orders') })
const maxFills = 500

const valuedExample = (token: string, amount: string, dollars: number) => ({
  ...{ token, amount },
  usd: dollars,
})

/** GET /{chainId}/accounts/{account}/fills. */
export const listFillsOfAccount = defineEndpoint({
  name: 'listFillsOfAccount',
  method: 'GET',
  path: '/{chainId}/accounts/{account}/fills',
  summary: "An account's fills, newest first, with US dollars at the time of each",
  tag: 'Market data',
  cache: { freshSeconds: 5, staleSeconds: 60, reads: 8 },
  params,
  query: z.object({
    offset: integerText(0, 1_000_000).default(0).describe('How many newer fills to skip'),
    limit: integerText(1, maxFills).default(100).describe('How many at most, 1 to 500'),
  }),
  response: z.array(fill),
  examples: [
    {
      summary: 'An account with one fill',
      given: 'a settled trade',
      params: { account: exampleOwner },
      varies: true,
      response: [
        {
          orderUid: exampleUid,
          txHash: `0x${'7a'.repeat(32)}`,
          blockNumber: 24_000_000,
          logIndex: 7,
          time: '2026-11-21T09:30:00.000Z',
          type: 'limit',
          sold: valuedExample(orderExample.sellToken, '1000000000000000000', 3021.55),
          bought: valuedExample(orderExample.buyToken, '3023250000', 3023.25),
          surplusVsQuote: null,
          surplusVsLimit: valuedExample(orderExample.buyToken, '31100000', 31.1),
          networkCosts: [valuedExample(orderExample.buyToken, '710000', 0.71)],
          fees: [],
        },
      ],
    },
    malformedAccount,
  ],
  run: async (ctx, { params: { account }, query: page, network: { chainId } }) =>
    (await listAccountFills(ctx, { chainId, account, page })).map(viewFill),
})

/** GET /{chainId}/accounts/{account}/totals. */
export const readTotalsOfAccount = defineEndpoint({
  name: 'readTotalsOfAccount',
  method: 'GET',
  path: '/{chainId}/accounts/{account}/totals',
  summary: "Sums over an account's fills of the last days, in US dollars at the time of each",
  tag: 'Market data',
  cache: { freshSeconds: 5, staleSeconds: 60, reads: 16 },
  params,
  query: z.object({
    days: integerText(1, 400).default(30).describe('Over how many days, 1 to 400; 30 unless given'),
  }),
  response: z
    .object({
      orders: z.int().describe('Orders that were filled, wholly or in part'),
      fills: z.int().describe('Fills of them'),
      volumeUsd: z.number().describe('What was sold'),
      surplusVsQuoteUsd: z.number().describe('Got beyond the quotes that were taken'),
      surplusVsLimitUsd: z.number().describe('Got beyond the signed limits'),
      networkCostsUsd: z.number().describe('Network costs, contained in the prices'),
      unpricedFills: z.int().describe('Fills that a sum leaves out, since a token had no price'),
    })
    .meta({ id: 'AccountTotals' }),
  examples: [
    {
      summary: 'An account that has not traded',
      params: { account: `0x${'11'.repeat(20)}` },
      response: {
        ...{ orders: 0, fills: 0, volumeUsd: 0, surplusVsQuoteUsd: 0, surplusVsLimitUsd: 0 },
        ...{ networkCostsUsd: 0, unpricedFills: 0 },
      },
    },
    malformedAccount,
  ],
  run: async (ctx, { params: { account }, query: { days }, network: { chainId } }) => {
    const since = toUnixSeconds(ctx.now()) - days * daySeconds
    const totals = await sumAccountFills(ctx, { chainId, account, since })
    const { orders, fills, volumeUsd, networkCostsUsd } = totals
    return {
      ...{ orders, fills, volumeUsd, networkCostsUsd },
      surplusVsQuoteUsd: totals.vsQuoteUsd,
      surplusVsLimitUsd: totals.vsLimitUsd,
      unpricedFills: totals.unpriced,
    }
  },
})

function viewFill(given: AccountFill) {
  const { uid, txHash, blockNumber, logIndex, timestamp, type, sold, bought } = given
  return {
    ...{ orderUid: uid, txHash, blockNumber: Number(blockNumber), logIndex },
    time: new Date(timestamp * 1_000),
    type: type ?? null,
    sold: viewValued(sold),
    bought: viewValued(bought),
    surplusVsQuote: given.vsQuote ? viewValued(given.vsQuote) : null,
    surplusVsLimit: given.vsLimit ? viewValued(given.vsLimit) : null,
    networkCosts: given.networkCosts.map(viewValued),
    fees: given.fees.map(viewValued),
  }
}

const viewValued = ({ token, atoms: amount, usd: dollars }: ValuedAmount) => ({
  ...{ token, amount: String(amount) },
  usd: dollars ?? null,
})
