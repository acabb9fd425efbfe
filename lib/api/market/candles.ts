import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedTokenAddress, messageRefusal } from '@/lib/api/declare/example'
import { address, integerText, tokenOrNative } from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { maxUint32, toUnixSeconds } from '@/lib/core/time'
import { type CandleInterval, candleSeconds } from '@/lib/market/candles/candle'
import { listTokenCandles } from '@/lib/market/candles/list-token-candles'

/** Maximum candles per request: more than a chart has pixels for. */
const maxCandles = 1_000

/** Default number of candles without `from`: a day, 30 days, or the maximum for daily candles. */
const defaultCandles = { '5m': 288, '1h': 720, '1d': maxCandles } as const

/** Seconds after which a candle no longer changes: its blocks are final on every network. */
const settledSeconds = 3_600

const unixSeconds = integerText(0, maxUint32)
const intervals = Object.keys(candleSeconds) as CandleInterval[]

const candle = z
  .object({
    time: z.int().min(0).describe('Its begin, in Unix seconds'),
    open: z.number().describe('Price of one whole token before it, in US dollars or the quote'),
    high: z.number().describe('Highest price in it'),
    low: z.number().describe('Lowest price in it'),
    close: z.number().describe('Price at its end'),
    volume: z.number().min(0).describe('What was traded, in US dollars'),
  })
  .meta({ id: 'Candle' })

type Span = {
  readonly interval: CandleInterval
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const query = z.object({
  interval: z
    .enum(intervals, `must be one of ${intervals.join(', ')}`)
    .default('1h')
    .describe('Length of a candle; 1h unless given'),
  from: unixSeconds
    .optional()
    .describe('Unix seconds from which on candles begin; a day, 30 days or 1,000 days before `to`'),
  to: unixSeconds.optional().describe('Unix seconds before which candles begin; now unless given'),
  quote: address
    .optional()
    .describe('Token in which the price is counted instead of US dollars; volume is the pair’s'),
})

/** GET /{chainId}/tokens/{tokenAddress}/candles. */
export const getCandles = defineEndpoint({
  name: 'getCandles',
  method: 'GET',
  path: '/{chainId}/tokens/{tokenAddress}/candles',
  summary:
    'Prices and volume of a token over time, oldest first; times without trades are left out',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 30, staleSeconds: 600, reads: 8 },
  params: z.object({ tokenAddress: tokenOrNative }),
  query,
  response: z.array(candle),
  throws: ['NotFound', 'BadRequest'],
  examples: [
    {
      summary: 'The last day of WETH',
      given: 'a market that is indexed',
      params: { tokenAddress: exampleToken },
      query: { interval: '1d' },
      varies: true,
      response: [
        {
          time: 1_795_219_200,
          open: 3200,
          high: 3204.5,
          low: 3188,
          close: 3201,
          volume: 1_250_000,
        },
      ],
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A token that was never traded',
      given: 'a market that is indexed',
      params: { tokenAddress: unknownToken },
      description: 'candles not found',
    }),
    malformedTokenAddress,
    messageRefusal({
      code: 'BadRequest',
      summary: 'An unknown length',
      params: { tokenAddress: exampleToken },
      query: { interval: '2h' },
      description: 'interval must be one of 5m, 1h, 1d',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Too long a time',
      params: { tokenAddress: exampleToken },
      query: { interval: '5m', from: '1795000000', to: '1795600000' },
      description:
        'from and to are 2000 candles of 5m apart; ask for at most 1000, or for longer candles',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'An end before the begin',
      params: { tokenAddress: exampleToken },
      query: { from: '1795600000', to: '1795000000' },
      description: 'to must be later than from',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A token counted in itself',
      params: { tokenAddress: '-' },
      query: { quote: exampleToken },
      description: 'quote must be another token than tokenAddress',
    }),
  ],
  run: async (ctx, { params, query, network }) => {
    if (query.quote && asErc20(query.quote, network) === asErc20(params.tokenAddress, network)) {
      throw new ServiceError('BadRequest', 'quote must be another token than tokenAddress')
    }
    const nowSeconds = toUnixSeconds(ctx.now())
    const { from, to } = spanOf(query, nowSeconds)
    const candles = await listTokenCandles(ctx, {
      chainId: network.chainId,
      token: params.tokenAddress,
      quote: query.quote,
      interval: query.interval,
      from,
      to,
    })
    if (!candles) throw new ServiceError('NotFound', 'candles not found')
    const body = candles.map(({ at: time, volumeUsd: volume, ...prices }) => ({
      time,
      ...prices,
      volume,
    }))
    const isSettled = to + settledSeconds + candleSeconds[query.interval] <= nowSeconds
    const headers = isSettled ? { 'Cache-Control': 'public, max-age=3600' } : {}
    return answer({ status: 200, body, headers })
  },
})

function spanOf({ interval, ...range }: Span, nowSeconds: number) {
  const seconds = candleSeconds[interval]
  const to = range.to ?? nowSeconds + 1
  const from = range.from ?? Math.max(0, to - defaultCandles[interval] * seconds)
  if (to <= from) throw new ServiceError('BadRequest', 'to must be later than from')
  const count = Math.ceil((to - from) / seconds)
  if (count > maxCandles) {
    throw new ServiceError(
      'BadRequest',
      `from and to are ${count} candles of ${interval} apart; ask for at most ${maxCandles}, or for longer candles`,
    )
  }
  return { from, to }
}
