import { z } from 'zod'
import { nativeToken } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findUsdPrice } from '@/lib/market/find-usd-price'
import { defineEndpoint } from './endpoint'
import { tokenOrNative } from './fields'

/** GET /{chainId}/tokens/{tokenAddress}/usdPrice. Spec: Token USD price. */
export const getUsdPrice = defineEndpoint({
  name: 'getUsdPrice',
  method: 'GET',
  path: '/{chainId}/tokens/{tokenAddress}/usdPrice',
  summary: 'What one whole token is worth in US dollars',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  params: z.object({ tokenAddress: tokenOrNative }),
  response: z.object({ price: z.number() }).meta({ id: 'UsdPrice' }),
  throws: ['NotFound'],
  run: async (ctx, { params, network }) => {
    const token = params.tokenAddress === '-' ? nativeToken : params.tokenAddress
    const price = await findUsdPrice(ctx, { chainId: network.chainId, token })
    if (price === undefined) throw new ServiceError('NotFound', 'price not found')
    return { price }
  },
})
