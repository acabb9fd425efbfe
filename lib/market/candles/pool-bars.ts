import type { Address } from '@/lib/core/address'
import type { BaseHoldings } from '@/lib/market/prices/fetch-base-holdings'

/** A `PoolCandle` with its amounts as floating-point atoms. */
export type PoolBar = {
  /** Start in Unix seconds. */
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

/** Relative move in five minutes above which a price that reverts counts as a spike. */
const spikeThreshold = 0.02

/**
 * Clamps spikes. A close is clamped to within 2 % (scaled by the square root of time for longer candles) of the
 * median of itself and its neighbours, and a wick to within that of their extremes. A price that does not last
 * to the next candle is thus removed, and one that lasts stays. A candle still open at `now` (Unix seconds) is
 * compared with the one before it.
 */
export function trimSpikes(
  bars: readonly PoolBar[],
  { seconds, now }: { readonly seconds: number; readonly now: number },
): readonly PoolBar[] {
  const tolerance = 1 + spikeThreshold * Math.sqrt(seconds / 300)
  const within = (price: number, low: number, high: number) =>
    Math.min(Math.max(price, low / tolerance), high * tolerance)
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
 * Bounds depths by the pool's holdings: scales both sides of each bar down together until neither exceeds
 * `held`. Undefined returns the bars unchanged.
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

/** Finds by bisection the index of the last bar that starts in [`since`, `at`]. */
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
