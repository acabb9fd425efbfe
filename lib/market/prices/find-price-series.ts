import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { readPoolBars } from '@/lib/market/candles/read-pool-bars'
import { combineCandles } from '@/lib/market/candles/token-candles'
import { getTokens } from '@/lib/tokens/get-tokens'
import { fetchPriceHistory } from './coingecko'

/** Prices to find: of one whole token, one for each five minutes that begin from `from` to before `to` (Unix seconds). */
export type SeriesRange = {
  readonly chainId: number
  readonly token: Address
  readonly seconds: 300
  readonly from: number
  readonly to: number
}

/** Points below which a series says nothing. */
const minPoints = 2

/**
 * What one whole token was worth in US dollars at the end of each full five minutes in which it was traded,
 * oldest first, each at the begin of its five minutes: by the candles of the network's pools, without spikes,
 * else, when a key is configured, by CoinGecko. Empty when nobody knows.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when a
 * source is down.
 */
export async function findPriceSeries(
  ctx: Context,
  range: SeriesRange,
): Promise<readonly PricePoint[]> {
  const own = await findOwnPriceSeries(ctx, range)
  if (own.length >= minPoints) return own
  const history = await fetchPriceHistory(ctx, { chainId: range.chainId, token: range.token })
  const points = history?.filter(({ at }) => at >= range.from && at < range.to) ?? []
  return points.length >= minPoints ? points : own
}

/**
 * The same by the candles of the network's pools alone, whatever key is configured and however few there are.
 *
 * @throws {ServiceError} as {@link findPriceSeries}.
 */
export async function findOwnPriceSeries(
  ctx: Context,
  { chainId, seconds, ...asked }: SeriesRange,
): Promise<readonly PricePoint[]> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(asked.token, network)
  const now = toUnixSeconds(ctx.now())
  const end = Math.min(asked.to, now - seconds + 1)
  const from = Math.ceil(asked.from / seconds) * seconds
  const to = Math.ceil(end / seconds) * seconds
  if (token === network.usdToken) return constantSeries({ from, to, seconds })
  const read = await readPoolBars(ctx, { chainId, token, seconds, from, to: to + seconds })
  if (!read) return []
  const { decimals } = (await getTokens(ctx, { chainId, addresses: [token] })).get(token) ?? {}
  if (decimals === undefined) return []
  const scale = 10 ** (decimals - network.usdDecimals)
  const candles = combineCandles(read.pools, network, { token, seconds, from, to })
  return candles.map(({ at, close }) => ({ at, usd: close * scale }))
}

function constantSeries(range: {
  readonly from: number
  readonly to: number
  readonly seconds: number
}): readonly PricePoint[] {
  const { from, to, seconds } = range
  const length = Math.max(0, Math.round((to - from) / seconds))
  return Array.from({ length }, (_, i) => ({ at: from + i * seconds, usd: 1 }))
}
