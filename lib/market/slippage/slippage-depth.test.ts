import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { ConstantProductPool } from '@/lib/liquidity/pool'
import type { PoolCandle } from '@/lib/market/candles/candle'
import { depthSwing, measureDepth, type OrderSize } from './slippage-depth'

const unit = 10n ** 18n
const sellToken: Address = `0x${'aa'.repeat(20)}`
const buyToken: Address = `0x${'bb'.repeat(20)}`
const middle: Address = `0x${'cc'.repeat(20)}`
const pair = { sellToken, buyToken, smallAmount: unit / 1_000n }

function pool(id: number, reserve: bigint, [token0, token1] = [sellToken, buyToken]) {
  const address: Address = `0x${String(id).padStart(40, '0')}`
  const reserves = { reserve0: reserve, reserve1: reserve }
  return { protocol: 'uniswap-v2', address, token0, token1, feePpm: 3_000, ...reserves } as const
}

const pools: readonly ConstantProductPool[] = [
  pool(1, 1_000n * unit),
  pool(2, 50_000n * unit, [sellToken, middle]),
  pool(3, 80_000n * unit, [buyToken, middle]),
]

function impactOf(size: OrderSize, among = pools): number | undefined {
  return measureDepth(among, { ...pair, size })?.impact
}

describe('the impact of an order on the pools', () => {
  test('is the cost of its size against a small order', () => {
    expect(impactOf({ sellAmount: 10n * unit }, pools.slice(0, 1))).toBeCloseTo(10 / 1_010, 3)
    expect(impactOf({ sellAmount: unit / 1_000n })).toBe(0)
    expect(impactOf({ sellAmount: 1n })).toBeCloseTo(0, 9)
  })

  test('is the same for a buy amount', () => {
    const depth = measureDepth(pools, { ...pair, size: { buyAmount: 10n * unit } })
    const again = impactOf({ sellAmount: depth?.route?.sellAmount ?? 0n })
    expect(depth?.impact).toBeCloseTo(again ?? -1, 9)
  })

  test('does not fall with the order size, even when another path takes over', () => {
    const amount = fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n })
    const property = fc.property(amount, amount, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a]
      const step = (impactOf({ sellAmount: more }) ?? 0) - (impactOf({ sellAmount: less }) ?? 0)
      expect(step).toBeGreaterThanOrEqual(-1e-7)
    })
    fc.assert(property, { seed: 20261121, numRuns: 300 })
  })

  test('is 1 if no path can fill the amount', () => {
    expect(impactOf({ buyAmount: 200_000n * unit })).toBe(1)
  })

  test('is undefined without a path between the tokens', () => {
    const lone = measureDepth(pools, {
      ...pair,
      buyToken: `0x${'dd'.repeat(20)}`,
      size: { sellAmount: unit },
    })
    expect(lone).toBeUndefined()
    expect(measureDepth([], { ...pair, size: { sellAmount: unit } })).toBeUndefined()
  })

  test('does not include rounding of tokens with few decimals', () => {
    const coarse = [{ ...pool(4, 1_000_000n * unit), reserve1: 10n ** 9n }]
    const depth = measureDepth(coarse, { ...pair, size: { sellAmount: 1_000n * unit } })
    expect(depth?.impact).toBeCloseTo(0.001, 3)
  })
})

describe('the swing of depth', () => {
  const candle = { open: 1, high: 1, low: 1, close: 1, volume0: 0n, volume1: 0n, swaps: 1 }
  const depths = (...sides: readonly (readonly [bigint, bigint])[]): readonly PoolCandle[] =>
    sides.map(([depth0, depth1], index) => ({ ...candle, at: index * 300, depth0, depth1 }))

  test('is the increase of the impact at a pool’s minimum depth', () => {
    expect(depthSwing([depths([100n, 100n], [50n, 50n], [75n, 75n])])).toBeCloseTo(0.5, 12)
  })

  test('is 0 if the price moves and the liquidity stays', () => {
    expect(depthSwing([depths([100n, 100n], [200n, 50n], [50n, 200n])])).toBeCloseTo(0, 12)
  })

  test('is that of the worst pool, and 0 without data', () => {
    expect(depthSwing([depths([1n, 1n], [1n, 1n]), depths([1n, 1n], [3n, 3n])])).toBeCloseTo(2, 12)
    expect(depthSwing([])).toBe(0)
    expect(depthSwing([depths([0n, 0n]), []])).toBe(0)
  })
})
