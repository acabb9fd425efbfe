import type { CandleView } from '@/lib/client/market'

/**
 * Returns the candles of a pair, in quote tokens per base token, from the dollar candles of both, oldest first. Times
 * without a candle of the quote token have its last close; those before its first one are left out. Highs and lows are
 * the outermost of the four ratios, since two tokens need not reach theirs at the same moment. Volumes are the base
 * token's.
 */
export function pairCandles(
  base: readonly CandleView[],
  quote: readonly CandleView[],
): readonly CandleView[] {
  const pairs: CandleView[] = []
  let next = 0
  let last: CandleView | undefined
  for (const candle of base) {
    while (next < quote.length && (quote[next]?.time ?? 0) <= candle.time) last = quote[next++]
    const other = last && (last.time === candle.time ? last : flat(last))
    if (other && isPositive(candle) && isPositive(other)) pairs.push(ratioOf(candle, other))
  }
  return pairs
}

const flat = ({ time, close }: CandleView): CandleView => ({
  ...{ time, open: close, high: close, low: close, close, volume: 0 },
})

const isPositive = ({ open, high, low, close }: CandleView): boolean =>
  Math.min(open, high, low, close) > 0

function ratioOf(base: CandleView, quote: CandleView): CandleView {
  const open = base.open / quote.open
  const close = base.close / quote.close
  const ratios = [open, close, base.high / quote.high, base.low / quote.low]
  return {
    ...{ time: base.time, open, close, volume: base.volume },
    high: Math.max(...ratios),
    low: Math.min(...ratios),
  }
}

/** Lowest and highest price, and the change since the first open, of the candles of a day; undefined without any. */
export type DayFacts = { readonly low: number; readonly high: number; readonly change: number }

/** Returns the facts of a day's candles and the current price. */
export function dayFacts(candles: readonly CandleView[]): DayFacts | undefined {
  const [first] = candles
  const last = candles.at(-1)
  if (!first || !last) return undefined
  return {
    low: Math.min(...candles.map(({ low }) => low)),
    high: Math.max(...candles.map(({ high }) => high)),
    change: last.close / first.open - 1,
  }
}

type Pool = { readonly contract_address: string; readonly tvl: number; readonly volume: number }

/** What the pools that hold both tokens hold, and what was traded in them in a day, in dollars. */
export type PairPools = { readonly tvl: number; readonly volume: number }

/** Sums the pools that are listed for both tokens; undefined if there are none. */
export function pairPools(base: readonly Pool[], quote: readonly Pool[]): PairPools | undefined {
  const others = new Set(quote.map((pool) => pool.contract_address))
  const shared = base.filter((pool) => others.has(pool.contract_address))
  if (shared.length === 0) return undefined
  return {
    tvl: shared.reduce((sum, { tvl }) => sum + tvl, 0),
    volume: shared.reduce((sum, { volume }) => sum + volume, 0),
  }
}
