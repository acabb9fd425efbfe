import type { CandleView } from '@/lib/client/market'

/** Start, open, first and last close, high, low and total volume of consecutive candles. */
export type Extent = {
  /** Start of the first candle in Unix seconds. */
  readonly from: number
  readonly open: number
  /** Close of the first candle, with which a line chart begins. */
  readonly firstClose: number
  readonly close: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** Aggregates candles, oldest first; undefined if there are none. */
export function extentOf(candles: readonly CandleView[]): Extent | undefined {
  const [first] = candles
  const last = candles.at(-1)
  if (!first || !last) return undefined
  return {
    from: first.time,
    open: first.open,
    firstClose: first.close,
    close: last.close,
    high: candles.reduce((max, { high }) => Math.max(max, high), first.high),
    low: candles.reduce((min, { low }) => Math.min(min, low), first.low),
    volume: candles.reduce((sum, { volume }) => sum + volume, 0),
  }
}
