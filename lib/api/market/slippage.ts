import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import {
  address,
  addressText,
  booleanText,
  positiveAmount,
  uint256,
} from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { kind } from '@/lib/api/order-book/order-fields'
import { maxUint32 } from '@/lib/core/time'
import { findSlippage } from '@/lib/market/slippage/find-slippage'

/** Path parameters of a market: its two tokens. */
export const pairParams = z
  .object({
    baseTokenAddress: address.describe('Token that is sold or bought; 0xeeee… for the native one'),
    quoteTokenAddress: address.describe('Token in which it is priced; 0xeeee… for the native one'),
  })
  .refine(({ baseTokenAddress, quoteTokenAddress }) => baseTokenAddress !== quoteTokenAddress, {
    path: ['quoteTokenAddress'],
    message: 'must be another token than baseTokenAddress',
  })

const secondsMessage = `must be a number of seconds from 1 to ${maxUint32}`
const secondsText = z
  .string(secondsMessage)
  .regex(/^[1-9][0-9]{0,9}(?:\.[0-9]{1,20})?$/, secondsMessage)
  .transform((text) => Math.floor(Number(text)))
  .refine((seconds) => seconds <= maxUint32, secondsMessage)

/** Query parameters that describe an order. Spec: Slippage recommendation. */
export const orderQuery = z.object({
  orderKind: kind
    .optional()
    .describe(
      'sell (the default): the base token is sold for the quote token; buy: bought with it',
    ),
  partiallyFillable: booleanText.optional().describe('Whether the order may be filled in parts'),
  sellAmount: positiveAmount
    .optional()
    .describe('What is sold, in atoms; the size of a sell order'),
  buyAmount: positiveAmount
    .optional()
    .describe('What is bought, in atoms; the size of a buy order'),
  expirationTimeInSeconds: secondsText
    .optional()
    .describe('Seconds from now until the order ends; a fraction is dropped'),
  feeAmount: uint256
    .optional()
    .describe('Fee, in atoms of the token that is sold; counts beside one of the amounts'),
})

/** WETH and USDC, for examples. */
export const examplePair = {
  baseTokenAddress: exampleToken,
  quoteTokenAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
} as const

/** GET /{chainId}/markets/{base}-{quote}/slippageTolerance. Spec: Slippage recommendation. */
export const getSlippageTolerance = defineEndpoint({
  name: 'getSlippageTolerance',
  method: 'GET',
  path: '/{chainId}/markets/{baseTokenAddress}-{quoteTokenAddress}/slippageTolerance',
  summary: 'How much worse than quoted an order should accept, so that it can still be settled',
  tag: 'Market data',
  cacheControl: 'public, max-age=120',
  cache: { freshSeconds: 120, staleSeconds: 600, reads: 5 },
  params: pairParams,
  query: orderQuery,
  response: z
    .object({
      slippageBps: z.int().min(0).max(10_000).describe('In bps: hundredths of a percent'),
      sellToken: addressText
        .optional()
        .describe('Token that sellAmount and feeAmount were read in, where one was given'),
      buyToken: addressText
        .optional()
        .describe('Token that buyAmount was read in, where it was given'),
    })
    .meta({ id: 'SlippageTolerance' }),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'A pair',
      given: 'a market that is indexed',
      params: examplePair,
      varies: true,
      response: { slippageBps: 54 },
    },
    {
      summary: 'An order to buy 50 WETH, with its fee, that ends in two minutes',
      given: 'a market that is indexed',
      params: examplePair,
      query: {
        orderKind: 'buy',
        partiallyFillable: 'false',
        buyAmount: '50000000000000000000',
        expirationTimeInSeconds: '120',
        feeAmount: '3000000',
      },
      varies: true,
      response: {
        slippageBps: 61,
        sellToken: examplePair.quoteTokenAddress,
        buyToken: examplePair.baseTokenAddress,
      },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A token without prices',
      params: { ...examplePair, baseTokenAddress: unknownToken },
      description: `market data unavailable: no prices of the last day for ${unknownToken}`,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed address',
      params: { ...examplePair, quoteTokenAddress: '0x12' },
      description: 'quoteTokenAddress must be an address: 0x and 40 hexadecimal digits',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed kind',
      params: examplePair,
      query: { orderKind: 'swap' },
      description: 'orderKind must be sell or buy',
    }),
  ],
  run: async (ctx, { params, query, network }) => {
    const { at, ...recommended } = await findSlippage(ctx, {
      chainId: network.chainId,
      base: params.baseTokenAddress,
      quote: params.quoteTokenAddress,
      ...query,
    })
    const { slippageBps, sellToken, buyToken } = recommended
    const tokens = { ...(sellToken ? { sellToken } : {}), ...(buyToken ? { buyToken } : {}) }
    return answer({ status: 200, body: { slippageBps, ...tokens }, headers: lastModified(at) })
  },
})
