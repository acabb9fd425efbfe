import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findVolatilityDetails } from '@/lib/market/slippage/find-volatility-details'
import { examplePair, orderQuery, pairParams } from './slippage'

const point = z.object({
  date: isoTime.describe('When the five minutes began'),
  price: z.number().describe('US dollars for one whole token'),
  volume: z.number().nullable().describe('US dollars that were traded in them; null: not known'),
})

const details = z
  .object({
    tokenAddress: addressText.describe('The token as it was asked for'),
    usdPrice: z.number().describe('US dollars for one whole token now'),
    prices: z.array(point).describe('The last 24 hours, oldest first'),
    volatilityInUsd: z.number().describe('Standard deviation of the prices, for five minutes'),
    volatilityInTokens: z.number().describe('The same, over the price now'),
  })
  .meta({ id: 'VolatilityDetails' })
  .nullable()

const exampleOf = (usdPrice: number, volatilityInUsd: number) => ({
  tokenAddress: usdPrice === 1 ? examplePair.quoteTokenAddress : examplePair.baseTokenAddress,
  usdPrice,
  prices: [{ date: '2026-11-21T09:30:00.000Z', price: usdPrice, volume: 125_000.5 }],
  volatilityInUsd,
  volatilityInTokens: volatilityInUsd / usdPrice,
})

/** Throws the 404 of an unknown path unless enabled, before the request is validated. */
const enabled = ({ config }: Context): boolean => {
  if (config.volatilityDetailsEnabled) return true
  throw new ServiceError('NotFound', 'unknown path')
}

/**
 * GET /{chainId}/markets/{base}-{quote}/volatilityDetails: for debugging, undocumented, 404 unless
 * `VOLATILITY_DETAILS_ENABLED`.
 */
export const getVolatilityDetails = defineEndpoint({
  name: 'getVolatilityDetails',
  method: 'GET',
  path: '/{chainId}/markets/{baseTokenAddress}-{quoteTokenAddress}/volatilityDetails',
  summary: 'What the slippage of a pair follows from',
  tag: 'Market data',
  cacheControl: 'public, max-age=120',
  cache: { freshSeconds: 120, staleSeconds: 600, reads: 25 },
  enabled,
  params: pairParams,
  query: orderQuery,
  response: z.object({
    baseToken: details.describe('The base token; null without a price'),
    quoteToken: details.describe('The quote token; null without a price'),
  }),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'A pair',
      given: 'a market that is indexed',
      params: examplePair,
      varies: true,
      response: { baseToken: exampleOf(3021.55, 3.4), quoteToken: exampleOf(1, 0) },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed address',
      params: { ...examplePair, quoteTokenAddress: '0x12' },
      description: 'quoteTokenAddress must be an address: 0x and 40 hexadecimal digits',
    }),
  ],
  run: async (ctx, { params, network: { chainId } }) => {
    const [baseToken, quoteToken] = await Promise.all([
      readDetails(ctx, { chainId, token: params.baseTokenAddress }),
      readDetails(ctx, { chainId, token: params.quoteTokenAddress }),
    ])
    return { baseToken, quoteToken }
  },
})

async function readDetails(ctx: Context, target: { chainId: number; token: Address }) {
  const found = await findVolatilityDetails(ctx, target)
  if (!found) return null
  const { prices, ...rest } = found
  return {
    ...rest,
    prices: prices.map(({ at, usd, volumeUsd }) => ({
      date: new Date(at * 1_000),
      price: usd,
      volume: volumeUsd,
    })),
  }
}
