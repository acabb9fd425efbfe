import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import {
  malformedToken,
  malformedTokenAddress,
  messageRefusal,
  refusal,
} from '@/lib/api/declare/example'
import { address, amountText, tokenOrNative } from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { findTradedToken } from '@/lib/auctions/competition/traded-token-query'
import { asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { getNativePrice } from '@/lib/market/prices/native-price'

const params = z.object({ token: address.describe('Token, or 0xeeee… for the native one') })
const wrappedNative = { token: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' }

/** GET /api/v1/token/{token}/native_price. */
export const readNativePrice = defineEndpoint({
  name: 'readNativePrice',
  method: 'GET',
  path: '/api/v1/token/{token}/native_price',
  summary: 'What one atom of a token is worth in atoms of the native token',
  tag: 'Tokens',
  params,
  response: z
    .object({ price: z.number().describe('Native atoms for one atom of the token') })
    .meta({ id: 'NativePrice' }),
  throws: ['NoLiquidity', 'UnsupportedToken'],
  examples: [
    { summary: 'The wrapped native token', params: wrappedNative, response: { price: 1 } },
    {
      summary: 'A token of six decimals that is worth 1/3000 of the native one',
      params: { token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
      response: { price: 333_333_333.3 },
      varies: true,
    },
    refusal({
      code: 'UnsupportedToken',
      params: { token: `0x${'12'.repeat(20)}` },
      description:
        'token 0x1212…1212 (0x1212121212121212121212121212121212121212) is not supported: there is no ERC-20 contract at this address',
    }),
    malformedToken,
  ],
  run: async (ctx, { params, network }) => {
    const scaled = await getNativePrice(ctx, { chainId: network.chainId, token: params.token })
    return { price: Number(scaled) / 1e18 }
  },
})

/** GET /api/v1/token/{token}/metadata. */
export const readTokenMetadata = defineEndpoint({
  name: 'readTokenMetadata',
  method: 'GET',
  path: '/api/v1/token/{token}/metadata',
  summary: 'When a token was first traded, and its price in the newest auction (per 1e18 atoms)',
  tag: 'Tokens',
  params,
  response: z
    .object({
      firstTradeBlock: z.int().nullable().describe('Block of its first trade; null without one'),
      nativePrice: amountText.nullable(),
    })
    .meta({ id: 'TokenMetadata' }),
  examples: [
    {
      summary: 'A token that was never traded',
      params: { token: `0x${'11'.repeat(20)}` },
      response: { firstTradeBlock: null, nativePrice: null },
    },
    {
      summary: 'The wrapped native token, once traded',
      given: 'a settled trade',
      params: wrappedNative,
      response: { firstTradeBlock: 24_000_000, nativePrice: '1000000000000000000' },
      varies: true,
    },
    malformedToken,
  ],
  run: async (ctx, { params: { token }, network }) => {
    const { chainId } = network
    const pricedAs = asErc20(token, network)
    const traded = await findTradedToken(ctx.db, { chainId, token, pricedAs })
    return {
      firstTradeBlock: traded.firstTradeBlock === undefined ? null : Number(traded.firstTradeBlock),
      nativePrice: traded.nativePrice ?? null,
    }
  },
})

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
