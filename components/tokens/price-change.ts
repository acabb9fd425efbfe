import type { CandleView } from '@/lib/client/market'
import { daySeconds } from '@/lib/core/time'

const slack = 3_600

/**
 * A price over that of a day before (1.02: two percent up), by candles of the last day, oldest first;
 * undefined when they do not reach back that far.
 */
export function dayChange(
  price: number,
  candles: readonly Pick<CandleView, 'time' | 'open'>[],
  nowSeconds: number,
): number | undefined {
  const [first] = candles
  if (!first || first.time > nowSeconds - daySeconds + slack || !(first.open > 0)) return undefined
  return price / first.open
}

/** What a stretch of candles comes to: its ends, its extremes and all that was traded. */
export type Extent = {
  readonly open: number
  readonly close: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** Sums candles up, oldest first; undefined without any. */
export function extentOf(candles: readonly CandleView[]): Extent | undefined {
  const [first] = candles
  const last = candles.at(-1)
  if (!first || !last) return undefined
  return {
    open: first.open,
    close: last.close,
    high: candles.reduce((most, { high }) => Math.max(most, high), first.high),
    low: candles.reduce((least, { low }) => Math.min(least, low), first.low),
    volume: candles.reduce((sum, { volume }) => sum + volume, 0),
  }
}
