import { z } from 'zod'
import { ServiceError } from '@/lib/core/errors'
import { findUsdPrice } from '@/lib/market/find-usd-price'
import { answer } from './answer'
import { defineEndpoint } from './endpoint'
import { tokenOrNative } from './fields'
import { messageRefusal } from './refusal-example'

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
      params: { tokenAddress: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' },
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
      params: { tokenAddress: `0x${'12'.repeat(20)}` },
      description: 'price not found',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed address',
      params: { tokenAddress: '0x12' },
      description:
        'tokenAddress must be an address (0x and 40 hexadecimal digits), or - for the native token',
    }),
  ],
  run: async (ctx, { params, network }) => {
    const token = params.tokenAddress
    const price = await findUsdPrice(ctx, { chainId: network.chainId, token })
    if (!price) throw new ServiceError('NotFound', 'price not found')
    const headers = { 'Last-Modified': new Date(price.at * 1_000).toUTCString() }
    return answer({ status: 200, body: { price: price.usd }, headers })
  },
})
