import type { PricePoint } from '@/lib/market/candles/candle'

/** Seconds in which an order is fairly settled; what volatility is scaled to. */
export const settlementSeconds = 300

/** What is known of the prices of a pair: each token's series in US dollars, and its price now. */
export type PairHistory = {
  readonly base: readonly PricePoint[] | undefined
  readonly quote: readonly PricePoint[] | undefined
  readonly basePrice: number | undefined
  readonly quotePrice: number | undefined
}

/**
 * The formula of the closest public service, to the last bit: how far the price of the pair strays from
 * its mean, for the time of a settlement, as a fraction of the price now.
 *
 * Of the ratio of both series where at least two points match to five minutes and both prices are known,
 * else the larger one of the two tokens' own; 0 without data. It takes series as they come: points out of
 * order or twice at one time make it wrong or infinite.
 */
export function plainVolatility(history: PairHistory): number {
  const ofPair = pairVolatility(history)
  if (ofPair !== undefined) return ofPair
  const base = tokenVolatility(history.base, history.basePrice)
  const quote = tokenVolatility(history.quote, history.quotePrice)
  return base === undefined || quote === undefined ? 0 : Math.max(base, quote)
}

/** {@link plainVolatility} in bps, rounded up; neither bounded nor above zero without data. */
export function plainSlippageBps(history: PairHistory): number {
  return Math.ceil(plainVolatility(history) * 10_000)
}

/**
 * Population standard deviation of a series, times the root of the settlement's time over the mean gap of
 * its points; in what the series is in.
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

/** Price of the base token in the quote token at each point of `quote` that `base` has to five minutes. */
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

/** The nearest full five minutes to a moment, both in Unix seconds. */
export function toFiveMinutes(seconds: number): number {
  return Math.round(seconds / 300) * 300
}
