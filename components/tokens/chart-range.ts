import type { CandleView } from '@/lib/client/market'
import type { ChartKind } from './draw-chart'

/** Prices at the lower and upper end of a chart's scale. */
export type PriceRange = { readonly from: number; readonly to: number }

/** The scale is at most this many times as long as the candles need, however far a level is. */
const maxStretch = 6
/** Part of the price that the scale spans at least, so that constant prices have one. */
const minSpan = 0.001

/**
 * Returns the scale of a chart: all drawn prices, extended to a level such as a limit price. A level further than five
 * times the span of the candles lies outside; else they would be drawn as a flat line.
 */
export function chartRange(
  candles: readonly CandleView[],
  { kind, level }: { readonly kind: ChartKind; readonly level: number | undefined },
): PriceRange | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const candle of candles) {
    low = Math.min(low, kind === 'line' ? candle.close : candle.low)
    high = Math.max(high, kind === 'line' ? candle.close : candle.high)
  }
  if (!(low <= high)) return undefined
  const missing = Math.max(0, ((high + low) / 2) * minSpan - (high - low))
  const from = low - missing / 2
  const to = high + missing / 2
  if (level === undefined) return { from, to }
  const reach = (to - from) * maxStretch
  return {
    from: Math.max(0, Math.min(from, Math.max(level, to - reach))),
    to: Math.max(to, Math.min(level, from + reach)),
  }
}
