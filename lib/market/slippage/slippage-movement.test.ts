import { describe, expect, test } from 'vitest'
import type { PricePoint } from '@/lib/market/candles/candle'
import { recordedPairs } from '@/lib/testing/recorded-prices'
import { cleanSeries, type Movement, movementWithin, pairMovement } from './slippage-movement'
import { type PairHistory, plainSlippageBps, plainVolatility } from './volatility'

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
