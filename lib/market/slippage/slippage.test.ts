import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { ConstantProductPool } from '@/lib/liquidity/pool'
import type { PoolCandle, PricePoint } from '@/lib/market/candles/candle'
import { recordedPairs } from '@/lib/testing/recorded-prices'
import {
  cleanSeries,
  depthSwing,
  type Movement,
  measureDepth,
  movementWithin,
  type OrderSize,
  pairMovement,
  recommendSlippage,
  type SlippageFacts,
} from './slippage'
import { type PairHistory, plainSlippageBps, plainVolatility } from './volatility'

const calm: SlippageFacts = {
  movement: { volatility: 0.003, move: 0.001 },
  waitSeconds: undefined,
  impact: 0,
  depthSwing: 0,
  partiallyFillable: false,
  feeShare: 0,
}

const share = fc.double({ min: 0, max: 2, noNaN: true })

const facts: fc.Arbitrary<SlippageFacts> = fc.record({
  movement: fc.record({ volatility: share, move: share }),
  waitSeconds: fc.option(fc.nat(10_000), { nil: undefined }),
  impact: fc.double({ min: 0, max: 1, noNaN: true }),
  depthSwing: fc.double({ min: 0, max: 100, noNaN: true }),
  partiallyFillable: fc.boolean(),
  feeShare: share,
})

const run = { seed: 20261121, numRuns: 500 }

function expectNotLess(change: (from: SlippageFacts, by: number) => SlippageFacts): void {
  const property = fc.property(facts, share, (from, by) => {
    expect(recommendSlippage(change(from, by))).toBeGreaterThanOrEqual(recommendSlippage(from))
  })
  fc.assert(property, run)
}

test('a recommendation is an integer from 1 to 10000 for any input', () => {
  const property = fc.property(facts, (known) => {
    const bps = recommendSlippage(known)
    expect(Number.isInteger(bps) && bps >= 1 && bps <= 10_000).toBe(true)
  })
  fc.assert(property, run)
})

test('does not fall with the order size', () => {
  expectNotLess((from, by) => ({ ...from, impact: Math.min(1, from.impact + by) }))
})

test('does not fall with the price movement', () => {
  expectNotLess(({ movement, ...rest }, by) => ({
    ...rest,
    movement: { ...movement, volatility: movement.volatility + by },
  }))
  expectNotLess(({ movement, ...rest }, by) => ({
    ...rest,
    movement: { ...movement, move: movement.move + by },
  }))
})

test('does not fall with the swing of depth', () => {
  expectNotLess((from, by) => ({ ...from, depthSwing: from.depthSwing + by }))
})

test('does not fall with the fee', () => {
  expectNotLess((from, by) => ({ ...from, feeShare: from.feeShare + by }))
})

test('does not fall with the time to expiry', () => {
  expectNotLess((from, by) => {
    const { waitSeconds } = from
    return waitSeconds === undefined ? from : { ...from, waitSeconds: waitSeconds + by * 300 }
  })
})

test('does not rise for a partially fillable order', () => {
  expectNotLess((from) => ({ ...from, partiallyFillable: false }))
})

test('is the sum of its parts, rounded up', () => {
  expect(recommendSlippage(calm)).toBe(30)
  expect(recommendSlippage({ ...calm, feeShare: 0.002 })).toBe(40)
  expect(recommendSlippage({ ...calm, impact: 0.01 })).toBe(40)
  expect(recommendSlippage({ ...calm, impact: 0.01, depthSwing: 0.5 })).toBe(80)
  expect(recommendSlippage({ ...calm, impact: 0.01, depthSwing: 9 })).toBe(130)
  expect(recommendSlippage({ ...calm, impact: 0.01, partiallyFillable: true })).toBe(35)
  expect(recommendSlippage({ ...calm, waitSeconds: 0 })).toBe(1)
})

// Tests our corrections and additions to the published formula; volatility.test.ts tests the formula itself.

const start = Date.UTC(2024, 0, 1) / 1000

function series(prices: readonly number[], gap = 300): readonly PricePoint[] {
  return prices.map((usd, index) => ({ at: start + index * gap, usd }))
}

const swinging = series([100, 101, 100, 102, 99, 100])
const flat = series([1, 1, 1, 1, 1, 1])
const history: PairHistory = { base: swinging, quote: flat, basePrice: 100, quotePrice: 1 }

describe('input that the published formula requires to be clean is cleaned', () => {
  test.each(recordedPairs)('the recorded pair $chainId $name keeps its volatility', (pair) => {
    const recorded = { basePrice: pair.base.usd, quotePrice: pair.quote.usd }
    const movement = pairMovement({ ...recorded, base: pair.base.points, quote: pair.quote.points })
    // Rounding to five minutes, and Gnosis's duplicate point, change the mean gap slightly.
    expect(movement?.volatility).toBeCloseTo(pair.bps / 10_000, 3)
  })

  test('unsorted points count like sorted ones', () => {
    const mixed = [3, 0, 5, 1, 4, 2].map((index) => swinging[index]!)
    expect(pairMovement({ ...history, base: mixed })).toEqual(pairMovement(history))
    expect(plainVolatility({ ...history, base: swinging, quote: mixed })).not.toBe(
      plainVolatility({ ...history, base: swinging, quote: swinging }),
    )
  })

  test('of points at the same time, the latest counts', () => {
    const early = { at: start + 600 - 120, usd: 500 }
    expect(pairMovement({ ...history, base: [early, ...swinging] })).toEqual(pairMovement(history))
  })

  test('points at a single time are no history, where the formula is infinite', () => {
    const atOnce = [1, 2].map((usd) => ({ at: start, usd }))
    const single = { ...history, quote: atOnce }
    expect(plainSlippageBps(single)).toBe(Number.POSITIVE_INFINITY)
    expect(pairMovement(single)).toBeUndefined()
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('drops a price of %s', (usd) => {
    const wrong = { at: start + 1_800, usd }
    expect(pairMovement({ ...history, base: [...swinging, wrong] })).toEqual(pairMovement(history))
  })

  test('a missing current price defaults to the newest point, where the formula is 0', () => {
    const unpriced = { ...history, basePrice: undefined, quotePrice: undefined }
    expect(plainSlippageBps({ ...unpriced, base: series([100, 110]), quote: series([1, 1]) })).toBe(
      0,
    )
    expect(pairMovement(unpriced)).toEqual(pairMovement(history))
  })

  test('is undefined without two points of each token, where the formula is 0', () => {
    expect(pairMovement({ ...history, quote: undefined })).toBeUndefined()
    expect(pairMovement({ ...history, base: [] })).toBeUndefined()
    expect(pairMovement({ ...history, quote: series([1]) })).toBeUndefined()
    expect(plainSlippageBps({ ...history, base: [] })).toBe(0)
  })

  test('is undefined if the price range overflows', () => {
    const huge = { ...history, base: series([1e-300, 1e300]), quote: series([1e300, 1e-300]) }
    expect(pairMovement(huge)).toBeUndefined()
  })
})

describe('the move of a pair', () => {
  test('is the root mean square of its five-minute log returns', () => {
    const rise = Math.log(1.01)
    const movement = pairMovement({
      ...history,
      base: series([100, 101, 102.01, 103.0301]),
      quote: flat,
    })
    expect(movement?.move).toBeCloseTo(rise, 12)
  })

  test('is scaled to five minutes if points are further apart', () => {
    const hourly = { base: series([100, 101, 100], 3_600), quote: series([1, 1, 1], 3_600) }
    const movement = pairMovement({ ...history, ...hourly })
    expect(movement?.move).toBeCloseTo(Math.log(1.01) / Math.sqrt(12), 12)
  })

  test('combines both tokens’ moves if no times match', () => {
    const later = series([1, 1.01]).map(({ at, usd }) => ({ at: at + 86_400, usd }))
    const movement = pairMovement({ ...history, base: series([100, 101]), quote: later })
    expect(movement?.move).toBeCloseTo(Math.log(1.01) * Math.SQRT2, 12)
  })
})

describe('the expected move until an order is settled', () => {
  const moving: Movement = { volatility: 0.003, move: 0.001 }

  test('is the volatility, clamped to 2.5 to 3.3 times the move', () => {
    expect(movementWithin(moving, undefined)).toBe(0.003)
    expect(movementWithin({ ...moving, volatility: 0.001 }, undefined)).toBeCloseTo(0.0025, 15)
    expect(movementWithin({ ...moving, volatility: 0.1 }, undefined)).toBeCloseTo(0.0033, 15)
  })

  test('is smaller for an earlier expiry, and not larger for a later one', () => {
    const within = [30, 60, 150, 300].map((seconds) => movementWithin(moving, seconds))
    expect(within).toEqual([...within].sort((a, b) => a - b))
    expect(within[0]).toBeLessThan(0.0015)
    expect(movementWithin(moving, 86_400)).toBe(movementWithin(moving, undefined))
  })
})

test('cleaning does not modify the caller’s series', () => {
  const points = Object.freeze([...swinging].reverse())
  expect(cleanSeries(points)).toEqual(swinging)
})

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
