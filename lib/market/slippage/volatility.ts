import type { PricePoint } from '@/lib/market/candles/candle'

/** Expected seconds until an order is settled, which volatility is scaled to. */
export const settlementSeconds = 300

/** Price data of a pair: each token's series and current price in US dollars. */
export type PairHistory = {
  readonly base: readonly PricePoint[] | undefined
  readonly quote: readonly PricePoint[] | undefined
  readonly basePrice: number | undefined
  readonly quotePrice: number | undefined
}

/**
 * Reproduces the closest public service's formula bit for bit: the standard deviation of the pair's price,
 * scaled to {@link settlementSeconds}, as a fraction of the current price.
 *
 * Uses the ratio of both series if at least two points match to five minutes and both current prices are known,
 * else the larger volatility of the two tokens, or 0 without data. Does not clean its input: unsorted points
 * make the result wrong, duplicates may make it infinite.
 */
export function plainVolatility(history: PairHistory): number {
  const ofPair = pairVolatility(history)
  if (ofPair !== undefined) return ofPair
  const base = tokenVolatility(history.base, history.basePrice)
  const quote = tokenVolatility(history.quote, history.quotePrice)
  return base === undefined || quote === undefined ? 0 : Math.max(base, quote)
}

/** Returns {@link plainVolatility} in bps, rounded up and unbounded; 0 without data. */
export function plainSlippageBps(history: PairHistory): number {
  return Math.ceil(plainVolatility(history) * 10_000)
}

/**
 * Returns the population standard deviation of a series, in its unit, times the square root of
 * {@link settlementSeconds} over the mean gap between points.
 */
export function seriesVolatility(points: readonly PricePoint[]): number {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return 0
  const mean = points.reduce((sum, { usd }) => sum + usd, 0) / points.length
  const variance = points.reduce((sum, { usd }) => sum + (usd - mean) ** 2, 0) / points.length
  const deviation = Math.sqrt(variance)
  if (points.length === 1) return deviation
  const meanGap = (last.at - first.at) / (points.length - 1)
  return deviation * Math.sqrt(settlementSeconds / meanGap)
}

/** Returns the base price in quote tokens at each point of `quote` that matches one of `base` to five minutes. */
export function pairRatios(
  base: readonly PricePoint[],
  quote: readonly PricePoint[],
): readonly PricePoint[] {
  const byTime = new Map(base.map(({ at, usd }) => [toFiveMinutes(at), usd]))
  return quote.flatMap((point) => {
    const at = toFiveMinutes(point.at)
    const usd = byTime.get(at)
    return usd === undefined ? [] : [{ at, usd: usd / point.usd }]
  })
}

function pairVolatility({ base, quote, basePrice, quotePrice }: PairHistory): number | undefined {
  if (!base || !quote || basePrice === undefined || quotePrice === undefined) return undefined
  const ratios = pairRatios(base, quote)
  return ratios.length < 2 ? undefined : seriesVolatility(ratios) / (basePrice / quotePrice)
}

function tokenVolatility(
  points: readonly PricePoint[] | undefined,
  price: number | undefined,
): number | undefined {
  return points === undefined || price === undefined ? undefined : seriesVolatility(points) / price
}

/** Rounds a time to the nearest five minutes, both in Unix seconds. */
export function toFiveMinutes(seconds: number): number {
  return Math.round(seconds / 300) * 300
}
