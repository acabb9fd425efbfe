import type { CandleSpan } from '@/lib/client/market'
import { daySeconds } from '@/lib/core/time'
import { type CandleInterval, candleSeconds } from '@/lib/market/candles/candle'

/** Time range of a chart. */
export type Range = '1D' | '1W' | '1M' | '1Y'

type RangeFacts = {
  readonly range: Range
  readonly interval: CandleInterval
  readonly seconds: number
}

/** The ranges of the chart, shortest first. */
export const ranges: readonly [RangeFacts, ...RangeFacts[]] = [
  {
    range: '1D',
    interval: '5m',
    seconds: daySeconds,
  },
  {
    range: '1W',
    interval: '1h',
    seconds: 7 * daySeconds,
  },
  {
    range: '1M',
    interval: '1h',
    seconds: 30 * daySeconds,
  },
  {
    range: '1Y',
    interval: '1d',
    seconds: 365 * daySeconds,
  },
]

/** Returns the candle interval and length of a range. */
export function rangeFacts(range: Range): RangeFacts {
  return ranges.find((facts) => facts.range === range) ?? ranges[0]
}

/**
 * Returns the span of a range up to and including the current candle. It is constant within that candle, so all
 * clients share one cached response.
 */
export function candleSpan(range: Range, nowMs: number): CandleSpan {
  const { interval, seconds } = rangeFacts(range)
  const length = candleSeconds[interval]
  const to = (Math.floor(nowMs / 1000 / length) + 1) * length
  return { interval, from: to - seconds - length, to }
}
