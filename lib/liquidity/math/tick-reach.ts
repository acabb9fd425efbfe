import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { maxTick, minTick } from './tick-math'

/** A Uniswap V3 pool whose ticks are not read yet. */
export type PricedPool = Omit<ConcentratedPool, 'ticks' | 'lowestTick' | 'highestTick'>

/** Words of a pool's bitmap of ticks, from the first to the last. */
export type TickWords = { readonly first: number; readonly last: number }

/** Ticks, ascending, and the bounds between which they are all there are. */
export type TickRange<T> = Pick<ConcentratedPool, 'lowestTick' | 'highestTick'> & {
  readonly ticks: readonly T[]
}

/** Ticks that have a bit in one word of a bitmap. */
export const wordTicks = 256

/**
 * Ticks of a pool that are read to either side of its price at most, the nearest: anyone may make thousands more.
 */
export const maxTicks = 1_000

/** Bitmap words that are read at one time beside those near to the prices. */
const maxWords = 40_000

/** Ticks near to the price: to e times it, or an e-th, and two words at least. */
const nearTicks = 10_000
const nearWords = 2

/**
 * Which words of pools are read: all of them where few suffice, the rest near to their prices, until a later question.
 * A pool has 36 words where its fee is 1 %, and 6,932 where it is 0.01 %.
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

/** The ticks found in words, without those that are too many, and how far they are known. */
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
 * Whether ticks are known as far as they ever are: to the ends of all prices, or to the nearest ones of very many, half
 * of which may have been passed since.
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
