import { describe, expect, test } from 'vitest'
import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { maxTick, minTick } from './tick-math'
import { isWide, maxTicks, type PricedPool, planWords, toRange } from './tick-reach'

function pool(tickSpacing: number, tick = 0): PricedPool {
  return {
    protocol: 'uniswap-v3',
    address: `0x${tickSpacing.toString(16).padStart(40, '0')}`,
    token0: '0x0000000000000000000000000000000000000001',
    token1: '0x0000000000000000000000000000000000000002',
    feePpm: 500,
    tickSpacing,
    tick,
    sqrtPriceX96: 1n << 96n,
    liquidity: 1n,
  }
}

const wordsOf = (spacing: number) => {
  const target = pool(spacing)
  const words = planWords([target]).get(target)
  if (!words) throw new Error('no words')
  return words
}

function withTicks(tick: number, places: readonly number[]): ConcentratedPool {
  const range = toRange(pool(1, tick), { ...wordsOf(1), ticks: places })
  return {
    ...pool(1, tick),
    ...range,
    ticks: range.ticks.map((at) => ({ tick: at, liquidityNet: 1n })),
  }
}

describe('the range of ticks to read', () => {
  test('covers all prices, with the words that hold a multiple of the spacing', () => {
    expect(wordsOf(1)).toEqual({ first: -3_466, last: 3_465 })
    expect(wordsOf(60)).toEqual({ first: -58, last: 57 })
    expect(wordsOf(200)).toEqual({ first: -18, last: 17 })
    const known = withTicks(0, [-887_272, -5, 7, 887_272])
    expect([known.lowestTick, known.highestTick]).toEqual([minTick, maxTick])
    expect(isWide(known, 500_000)).toBe(true)
  })

  test('is near the price for many pools of many words', () => {
    const many = Array.from({ length: 30 }, (_, i) => pool(1, i))
    const counts = [...planWords([...many, pool(60)]).values()].map(
      ({ first, last }) => last - first + 1,
    )
    expect(counts[0]).toBe(116)
    expect(counts.filter((count) => count > 6_000)).toHaveLength(5)
    expect(Math.max(...counts.slice(6))).toBeLessThan(100)
    const near = toRange(pool(1), { first: -40, last: 40, ticks: [-3, 4] })
    expect(near).toEqual({ ticks: [-3, 4], lowestTick: -10_240, highestTick: 10_495 })
    expect(isWide({ ...pool(1), ...near, ticks: [] }, 0)).toBe(false)
  })

  test('ends after a thousand ticks to either side, and the rest is unknown', () => {
    const crowd = Array.from({ length: 5_000 }, (_, i) => 100 + i)
    const known = withTicks(50, [-600_000, ...crowd])
    expect(known.ticks).toHaveLength(maxTicks + 1)
    expect([known.lowestTick, known.highestTick]).toEqual([minTick, 100 + maxTicks - 1])
    expect(isWide(known, 50)).toBe(true)
    // Half of them have been crossed: the next ones have to be read.
    expect(isWide(known, 700)).toBe(false)
    expect(isWide(known, 200_000)).toBe(false)
  })
})
