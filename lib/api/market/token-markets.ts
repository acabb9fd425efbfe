import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { addressText } from '@/lib/api/declare/fields'
import { exampleToken } from '@/lib/api/order-book/order-examples'
import { listTokenMarkets, type TokenMarket } from '@/lib/market/tokens/list-token-markets'

const market = z
  .object({
    address: addressText.describe('The token'),
    price: z.number().nullable().describe('US dollars for one whole token; null if not known'),
    dayChange: z
      .number()
      .nullable()
      .describe('Change of the price in 24 hours, as a fraction of the earlier one'),
    marketCap: z.number().nullable().describe('Value of its total supply in US dollars'),
    supply: z.number().nullable().describe('Total supply in whole tokens'),
    tvl: z.number().describe('Value of its pools in US dollars'),
    volume: z.number().describe('Volume of its pools in the last 24 hours, in US dollars'),
    week: z
      .array(z.number())
      .describe('Prices of the last seven days, oldest first, four hours apart'),
  })
  .meta({ id: 'TokenMarket' })

/** GET /{chainId}/tokens/markets: what the list of tokens shows, in one response. */
export const listMarketsOfTokens = defineEndpoint({
  name: 'listMarketsOfTokens',
  method: 'GET',
  path: '/{chainId}/tokens/markets',
  summary: 'Prices, changes, value and volume of the listed tokens',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 60, staleSeconds: 600 },
  response: z.array(market),
  examples: [
    {
      summary: 'The listed tokens of mainnet, the largest pools first',
      given: 'a market that is indexed',
      varies: true,
      response: [
        {
          address: exampleToken,
          price: 3021.55,
          dayChange: -0.0122,
          marketCap: 9_310_000_000,
          supply: 3_081_200,
          tvl: 412_600_000,
          volume: 184_200_000,
          week: [3096.2, 3071.6, 3021.55],
        },
      ],
    },
  ],
  run: async (ctx, { network: { chainId } }) => {
    const { markets, at } = await listTokenMarkets(ctx, chainId)
    const sorted = markets.toSorted((a, b) => b.tvlUsd - a.tvlUsd)
    return answer({ status: 200, body: sorted.map(viewMarket), headers: lastModified(at) })
  },
})

/** Formats a token's market for responses and pages: unknown figures are null, prices have seven significant digits. */
export function viewMarket(market: TokenMarket) {
  const { address, usd, dayChange, marketCapUsd, supply, tvlUsd, volumeUsd, week } = market
  return {
    address,
    price: usd ?? null,
    dayChange: dayChange === undefined ? null : rounded(dayChange, 6),
    marketCap: marketCapUsd === undefined ? null : rounded(marketCapUsd, 2),
    supply: supply ?? null,
    tvl: rounded(tvlUsd, 2),
    volume: rounded(volumeUsd, 2),
    week: week.map((price) => Number(price.toPrecision(7))),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
