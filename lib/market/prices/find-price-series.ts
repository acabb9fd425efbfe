import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { readPoolBars } from '@/lib/market/candles/read-pool-bars'
import { combineCandles } from '@/lib/market/candles/token-candles'
import { getTokens } from '@/lib/tokens/get-tokens'
import { fetchPriceHistory } from './coingecko'

/** Selects prices of one whole token per five-minute window that starts in [`from`, `to`) (Unix seconds). */
export type SeriesRange = {
  readonly chainId: number
  readonly token: Address
  readonly seconds: 300
  readonly from: number
  readonly to: number
}

/** Minimum points of a useful series. */
const minPoints = 2

/**
 * Finds the closing prices of one whole token in US dollars for each complete five-minute window with trades,
 * oldest first, at the window's start. Uses the candles of the network's pools without spikes, else CoinGecko if
 * a key is configured. Empty if neither has data.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when a source
 * is down.
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
 * Like {@link findPriceSeries}, but uses only the candles of the network's pools, however few there are.
 *
 * @throws {ServiceError} as {@link findPriceSeries}.
 */
export async function findOwnPriceSeries(
  ctx: Context,
  { chainId, seconds, ...query }: SeriesRange,
): Promise<readonly PricePoint[]> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(query.token, network)
  const now = toUnixSeconds(ctx.now())
  const end = Math.min(query.to, now - seconds + 1)
  const from = Math.ceil(query.from / seconds) * seconds
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
