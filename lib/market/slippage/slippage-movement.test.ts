import { describe, expect, test } from 'vitest'
import type { PricePoint } from '@/lib/market/candles/candle'
import { recordedPairs } from '@/lib/testing/recorded-prices'
import { cleanSeries, type Movement, movementWithin, pairMovement } from './slippage-movement'
import { type PairHistory, plainSlippageBps, plainVolatility } from './volatility'

// What we repair of the published formula, and what we add to it; the formula itself is tested beside it.

const start = Date.UTC(2024, 0, 1) / 1000

function series(prices: readonly number[], gap = 300): readonly PricePoint[] {
  return prices.map((usd, index) => ({ at: start + index * gap, usd }))
}

const swinging = series([100, 101, 100, 102, 99, 100])
const flat = series([1, 1, 1, 1, 1, 1])
const history: PairHistory = { base: swinging, quote: flat, basePrice: 100, quotePrice: 1 }

describe('what the published formula leaves to its caller is repaired', () => {
  test.each(recordedPairs)('but the recorded pair $chainId $name keeps its volatility', (pair) => {
    const recorded = { basePrice: pair.base.usd, quotePrice: pair.quote.usd }
    const movement = pairMovement({ ...recorded, base: pair.base.points, quote: pair.quote.points })
    // Times at the full five minutes, and Gnosis's doubled point, change the mean gap a little.
    expect(movement?.volatility).toBeCloseTo(pair.bps / 10_000, 3)
  })

  test('points out of order count like those in order', () => {
    const mixed = [3, 0, 5, 1, 4, 2].map((index) => swinging[index]!)
    expect(pairMovement({ ...history, base: mixed })).toEqual(pairMovement(history))
    expect(plainVolatility({ ...history, base: swinging, quote: mixed })).not.toBe(
      plainVolatility({ ...history, base: swinging, quote: swinging }),
    )
  })

  test('of points at the same time the latest counts', () => {
    const early = { at: start + 600 - 120, usd: 500 }
    expect(pairMovement({ ...history, base: [early, ...swinging] })).toEqual(pairMovement(history))
  })

  test('points at one moment only are no history, where the formula is infinite', () => {
    const atOnce = [1, 2].map((usd) => ({ at: start, usd }))
    const moment = { ...history, quote: atOnce }
    expect(plainSlippageBps(moment)).toBe(Number.POSITIVE_INFINITY)
    expect(pairMovement(moment)).toBeUndefined()
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a price of %s is left out', (usd) => {
    const wrong = { at: start + 1_800, usd }
    expect(pairMovement({ ...history, base: [...swinging, wrong] })).toEqual(pairMovement(history))
  })

  test('a price that is not known now is that of the newest point, where the formula is 0', () => {
    const unpriced = { ...history, basePrice: undefined, quotePrice: undefined }
    expect(plainSlippageBps({ ...unpriced, base: series([100, 110]), quote: series([1, 1]) })).toBe(
      0,
    )
    expect(pairMovement(unpriced)).toEqual(pairMovement(history))
  })

  test('without two points of each token there is no movement, where the formula is 0', () => {
    expect(pairMovement({ ...history, quote: undefined })).toBeUndefined()
    expect(pairMovement({ ...history, base: [] })).toBeUndefined()
    expect(pairMovement({ ...history, quote: series([1]) })).toBeUndefined()
    expect(plainSlippageBps({ ...history, base: [] })).toBe(0)
  })

  test('prices too far apart for a number are no movement', () => {
    const huge = { ...history, base: series([1e-300, 1e300]), quote: series([1e300, 1e-300]) }
    expect(pairMovement(huge)).toBeUndefined()
  })
})

describe('the move of a pair', () => {
  test('is the root of the mean square of what its price does in five minutes', () => {
    const rise = Math.log(1.01)
    const movement = pairMovement({
      ...history,
      base: series([100, 101, 102.01, 103.0301]),
      quote: flat,
    })
    expect(movement?.move).toBeCloseTo(rise, 12)
  })

  test('is brought to five minutes where points are further apart', () => {
    const hourly = { base: series([100, 101, 100], 3_600), quote: series([1, 1, 1], 3_600) }
    const movement = pairMovement({ ...history, ...hourly })
    expect(movement?.move).toBeCloseTo(Math.log(1.01) / Math.sqrt(12), 12)
  })

  test('of tokens that share no moment is what both do together', () => {
    const later = series([1, 1.01]).map(({ at, usd }) => ({ at: at + 86_400, usd }))
    const movement = pairMovement({ ...history, base: series([100, 101]), quote: later })
    expect(movement?.move).toBeCloseTo(Math.log(1.01) * Math.SQRT2, 12)
  })
})

describe('what may be gone when an order is settled', () => {
  const moving: Movement = { volatility: 0.003, move: 0.001 }

  test('is the volatility, between 2.5 and 3.3 of its moves', () => {
    expect(movementWithin(moving, undefined)).toBe(0.003)
    expect(movementWithin({ ...moving, volatility: 0.001 }, undefined)).toBeCloseTo(0.0025, 15)
    expect(movementWithin({ ...moving, volatility: 0.1 }, undefined)).toBeCloseTo(0.0033, 15)
  })

  test('is less for an order that ends before, and not more for one that ends later', () => {
    const within = [30, 60, 150, 300].map((seconds) => movementWithin(moving, seconds))
    expect(within).toEqual([...within].sort((a, b) => a - b))
    expect(within[0]).toBeLessThan(0.0015)
    expect(movementWithin(moving, 86_400)).toBe(movementWithin(moving, undefined))
  })
})

test('a clean series leaves the caller’s as it is', () => {
  const points = Object.freeze([...swinging].reverse())
  expect(cleanSeries(points)).toEqual(swinging)
})
