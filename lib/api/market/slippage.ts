import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { addressText } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { unknownToken } from '@/lib/api/order-book/order-examples'
import { findSlippage } from '@/lib/market/slippage/find-slippage'
import { examplePair, orderQuery, pairParams } from './market-pair'

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
