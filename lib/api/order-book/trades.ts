import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { type Example, refusal } from '@/lib/api/declare/example'
import {
  address,
  addressText,
  amountText,
  hexText,
  integerText,
  orderUid,
} from '@/lib/api/declare/fields'
import type { TradeFilter } from '@/lib/chain-events/trade-query'
import { listTradesPage } from '@/lib/orders/queries/list-trades'
import { viewTrade } from '@/lib/orders/queries/order-view'
import { exampleOwner, exampleUid, orderExample } from './order-examples'

const factor = z.number().describe('Share that is taken, 1 being all of it')
const maxVolumeFactor = z.number().describe('Most that is taken, as a share of the volume')

const feePolicy = z.object({
  surplus: z
    .object({ factor, maxVolumeFactor })
    .optional()
    .describe('Taken of what beats the limit'),
  volume: z.object({ factor }).optional().describe('Taken of the amount that is not exact'),
  priceImprovement: z
    .object({
      factor,
      maxVolumeFactor,
      quote: z
        .object({ sellAmount: amountText, buyAmount: amountText, fee: amountText })
        .describe('The quote that is to be beaten'),
    })
    .optional()
    .describe('Taken of what beats the quote'),
})

const protocolFee = z.object({
  policy: feePolicy.describe('How it was counted; one of three'),
  amount: amountText.describe('How much, in atoms of token'),
  token: addressText.describe('Token that it was taken in'),
})

/** Schema of a trade. */
export const tradeResponse = z
  .object({
    blockNumber: z.int().describe('Block that settled it'),
    logIndex: z.int().describe("Index of the trade's event in the block"),
    orderUid: hexText.describe('The order that was filled'),
    owner: addressText.describe('Account that owns the order'),
    sellToken: addressText.describe('Token that was sold'),
    buyToken: addressText.describe('Token that was bought'),
    sellAmount: amountText.describe('What the owner paid, the signed fee included'),
    sellAmountBeforeFees: amountText.describe('What the owner paid without the signed fee'),
    buyAmount: amountText.describe('What the receiver got'),
    txHash: hexText.describe('Transaction that settled it'),
    executedProtocolFees: z
      .array(protocolFee)
      .describe('Fees taken for the service and for partners, in the sequence in which they were'),
  })
  .meta({ id: 'Trade' })

/** Maximum trades per response. */
const maxTrades = 1000

const tradeExample = {
  blockNumber: 24_000_000,
  logIndex: 7,
  orderUid: exampleUid,
  owner: exampleOwner,
  sellToken: orderExample.sellToken,
  buyToken: orderExample.buyToken,
  sellAmount: orderExample.sellAmount,
  sellAmountBeforeFees: orderExample.sellAmount,
  buyAmount: '2961372004',
  txHash: `0x${'7a'.repeat(32)}`,
  executedProtocolFees: [],
}

const examples: readonly Example[] = [
  {
    summary: 'An order that was filled',
    given: 'a settled trade',
    varies: true,
    query: { orderUid: exampleUid },
    response: [tradeExample],
  },
  { summary: 'An account without trades', query: { owner: exampleOwner }, response: [] },
  refusal({
    code: 'InvalidParameter',
    description: 'give either owner or orderUid',
  }),
]

const filterFields = {
  owner: address
    .optional()
    .describe('Account that owns or placed the traded orders; give this or orderUid'),
  orderUid: orderUid.optional().describe('Order whose trades are listed; give this or owner'),
}
const hasOneFilter = (query: { owner?: unknown; orderUid?: unknown }) =>
  (query.owner === undefined) !== (query.orderUid === undefined)
const oneFilter = { path: ['owner'], message: 'give either owner or orderUid' }

function toFilter(query: z.output<z.ZodObject<typeof filterFields>>): TradeFilter {
  if (query.orderUid !== undefined) return { orderUid: query.orderUid }
  return { owner: query.owner ?? '0x' }
}

/** GET /api/v2/trades: a page of an owner's or an order's trades. */
export const listTradesByPage = defineEndpoint({
  name: 'listTradesByPage',
  method: 'GET',
  path: '/api/v2/trades',
  summary: 'Trades of an owner or an order, newest first, by page',
  tag: 'Trades',
  query: z
    .object({
      ...filterFields,
      offset: integerText(0, 1_000_000).default(0).describe('How many newer trades to skip'),
      limit: integerText(1, maxTrades).default(10).describe('How many at most, 1 to 1000'),
    })
    .refine(hasOneFilter, oneFilter),
  response: z.array(tradeResponse),
  examples,
  run: async (ctx, { query, network }) => {
    const page = { offset: query.offset, limit: query.limit }
    const filter = toFilter(query)
    const trades = await listTradesPage(ctx, { chainId: network.chainId, filter, page })
    return trades.map(viewTrade)
  },
})

/** GET /api/v1/trades: the newest 1000 trades of an owner or an order. */
export const listTradesAtOnce = defineEndpoint({
  name: 'listTradesAtOnce',
  method: 'GET',
  path: '/api/v1/trades',
  summary: 'Trades of an owner or an order, newest first, 1000 at most',
  tag: 'Trades',
  query: z.object(filterFields).refine(hasOneFilter, oneFilter),
  response: z.array(tradeResponse),
  examples,
  run: async (ctx, { query, network }) => {
    const page = { offset: 0, limit: maxTrades }
    const filter = toFilter(query)
    const trades = await listTradesPage(ctx, { chainId: network.chainId, filter, page })
    return trades.map(viewTrade)
  },
})
