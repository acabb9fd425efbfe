import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { maxTick, minTick } from './tick-math'

/** A Uniswap V3 pool without its ticks. */
export type PricedPool = Omit<ConcentratedPool, 'ticks' | 'lowestTick' | 'highestTick'>

/** Words of a pool's tick bitmap, from the first to the last. */
export type TickWords = { readonly first: number; readonly last: number }

/** All initialised ticks between two bounds, ascending. */
export type TickRange<T> = Pick<ConcentratedPool, 'lowestTick' | 'highestTick'> & {
  readonly ticks: readonly T[]
}

/** Ticks per word of a bitmap. */
export const wordTicks = 256

/** Maximum ticks that are read to either side of a pool's price, the nearest: anyone can create thousands more. */
export const maxTicks = 1_000

/** Maximum bitmap words per reading, not counting those near the prices. */
const maxWords = 40_000

/** Ticks near the price: within a factor of e, and at least two words. */
const nearTicks = 10_000
const nearWords = 2

/**
 * Plans the words to read of each pool: all of them while the total is small, else those near the price, until a later
 * reading. A pool has 36 words if its fee is 1 %, and 6,932 if it is 0.01 %.
 */
export function planWords(pools: readonly PricedPool[]): ReadonlyMap<PricedPool, TickWords> {
  const plan = new Map<PricedPool, TickWords>()
  let left = maxWords
  for (const pool of pools.toSorted((a, b) => b.tickSpacing - a.tickSpacing)) {
    const whole = wholeWords(pool)
    const count = whole.last - whole.first + 1
    plan.set(pool, count <= left ? whole : wordsNear(pool, whole))
    if (count <= left) left -= count
  }
  return plan
}

/** Returns the ticks found in words, up to the maximum, and the bounds within which they are complete. */
export function toRange(
  pool: PricedPool,
  { first, last, ticks }: TickWords & { readonly ticks: readonly number[] },
): TickRange<number> {
  const { tickSpacing } = pool
  const below = ticks.filter((tick) => tick <= pool.tick)
  const above = ticks.slice(below.length)
  const isCutBelow = below.length > maxTicks
  const isCutAbove = above.length > maxTicks
  const kept = [...below.slice(-maxTicks), ...above.slice(0, maxTicks)]
  const whole = wholeWords(pool)
  const start = first === whole.first ? minTick : first * wordTicks * tickSpacing
  const end = last === whole.last ? maxTick : (last * wordTicks + wordTicks - 1) * tickSpacing
  return {
    ticks: kept,
    lowestTick: isCutBelow ? (kept[0] ?? start) : start,
    highestTick: isCutAbove ? (kept.at(-1) ?? end) : end,
  }
}

/**
 * Returns whether ticks are known as far as they ever are: to the ends of all prices, or up to the maximum, half of
 * which may have been crossed since.
 */
export function isWide(
  { ticks, lowestTick, highestTick }: ConcentratedPool,
  tick: number,
): boolean {
  const below = ticks.filter((at) => at.tick <= tick).length
  const isFarDown = lowestTick <= minTick || (lowestTick < tick && below >= maxTicks / 2)
  const isFarUp =
    highestTick >= maxTick || (highestTick > tick && ticks.length - below >= maxTicks / 2)
  return isFarDown && isFarUp
}

function wordsNear(pool: PricedPool, { first, last }: TickWords): TickWords {
  const reach = Math.max(nearWords, Math.ceil(nearTicks / (wordTicks * pool.tickSpacing)))
  const middle = Math.floor(Math.floor(pool.tick / pool.tickSpacing) / wordTicks)
  return { first: Math.max(middle - reach, first), last: Math.min(middle + reach, last) }
}

/** Only multiples of the spacing have a bit. */
function wholeWords({ tickSpacing }: PricedPool): TickWords {
  return {
    first: Math.floor(Math.ceil(minTick / tickSpacing) / wordTicks),
    last: Math.floor(Math.floor(maxTick / tickSpacing) / wordTicks),
  }
}
