import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { tokenOrNative } from '@/lib/api/declare/fields'
import { malformedTokenAddress, messageRefusal } from '@/lib/api/declare/refusal-example'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { ServiceError } from '@/lib/core/errors'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'

/** GET /{chainId}/tokens/{tokenAddress}/usdPrice. Spec: Token USD price. */
export const getUsdPrice = defineEndpoint({
  name: 'getUsdPrice',
  method: 'GET',
  path: '/{chainId}/tokens/{tokenAddress}/usdPrice',
  summary: 'What one whole token is worth in US dollars',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 60, staleSeconds: 600 },
  params: z.object({ tokenAddress: tokenOrNative }),
  response: z
    .object({ price: z.number().describe('US dollars for one whole token') })
    .meta({ id: 'UsdPrice' }),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'One WETH',
      params: { tokenAddress: exampleToken },
      varies: true,
      response: { price: 3021.55 },
    },
    {
      summary: 'The native token',
      params: { tokenAddress: '-' },
      varies: true,
      response: { price: 3021.55 },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A token without a price',
      params: { tokenAddress: unknownToken },
      description: 'price not found',
    }),
    malformedTokenAddress,
  ],
  run: async (ctx, { params, network }) => {
    const token = params.tokenAddress
    const price = await findUsdPrice(ctx, { chainId: network.chainId, token })
    if (!price) throw new ServiceError('NotFound', 'price not found')
    return answer({ status: 200, body: { price: price.usd }, headers: lastModified(price.at) })
  },
})
