import type { Address } from '@/lib/core/address'
import type { BaseHoldings } from '@/lib/market/prices/fetch-base-holdings'

/** A pool's candle for prices: as PoolCandle, its amounts as floating-point atoms. */
export type PoolBar = {
  /** Unix seconds of its begin. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume0: number
  readonly volume1: number
  readonly depth0: number
  readonly depth1: number
}

/** Candles of one pool, oldest first. */
export type PoolBars = {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  readonly bars: readonly PoolBar[]
}

/** How far a price wanders in five minutes before it counts as a spike when it comes back. */
const usualMove = 0.02

/**
 * The candles of a pool without its spikes. A close counts as far as it is within two percent (more in longer
 * candles, as the square root of time) of the middle one of itself and its neighbours, and a wick as far as it
 * is within that of their extremes. So a price that did not stay to the next candle does not show, and one that
 * stays does. A candle that is not full yet at `now` (Unix seconds) is held to the one before it.
 */
export function trimSpikes(
  bars: readonly PoolBar[],
  { seconds, now }: { readonly seconds: number; readonly now: number },
): readonly PoolBar[] {
  const leeway = 1 + usualMove * Math.sqrt(seconds / 300)
  const within = (price: number, low: number, high: number) =>
    Math.min(Math.max(price, low / leeway), high * leeway)
  const trimmed: PoolBar[] = []
  for (const [i, bar] of bars.entries()) {
    const before = trimmed[i - 1]?.close ?? bar.open
    const isOpen = bar.at + seconds > now
    const after = bars[i + 1]?.close ?? (isOpen ? before : bar.close)
    const [, middle = bar.close] = [before, bar.close, after].sort((a, b) => a - b)
    const close = within(bar.close, middle, middle)
    const [low, high] = [Math.min(before, middle, after), Math.max(before, middle, after)]
    const open = within(bar.open, Math.min(before, middle), Math.max(before, middle))
    trimmed.push({
      ...bar,
      open,
      close,
      high: Math.max(open, close, within(bar.high, low, high)),
      low: Math.min(open, close, within(bar.low, low, high)),
    })
  }
  return trimmed
}

/**
 * The candles of a pool without depth that nothing in the pool stands behind: of each, both sides are brought
 * down together until neither is more than `held`. Undefined leaves them as they are.
 */
export function boundDepths(
  bars: readonly PoolBar[],
  held: BaseHoldings | undefined,
): readonly PoolBar[] {
  if (!held) return bars
  const shareOf = (amount: number | undefined, depth: number) =>
    amount === undefined || amount >= depth ? 1 : amount / depth
  return bars.map((bar) => {
    const share = Math.min(shareOf(held.held0, bar.depth0), shareOf(held.held1, bar.depth1))
    return { ...bar, depth0: bar.depth0 * share, depth1: bar.depth1 * share }
  })
}

/** The last candle that begins at `at` or before, but not before `since`; by bisection. */
export function findBarIndex(
  bars: readonly PoolBar[],
  { at, since }: { readonly at: number; readonly since: number },
): number | undefined {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const found = bars[low - 1]
  return found && found.at >= since ? low - 1 : undefined
}
