import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PoolPrice } from './pool-price'
import { type PoolClose, smoothPrice } from './smooth-price'

const now = 1_800_000_120
const begin = 1_800_000_000
const pool: PoolPrice = {
  address: '0xaa',
  token0: '0x01',
  token1: '0x02',
  price: 100,
  depth0: 50,
  depth1: 5_000,
  isConfirmed: false,
}
const close = (at: number, price: number): PoolClose => ({
  at,
  close: price,
  depth0: 40,
  depth1: 4_000,
})
const steady = (price: number, closes: readonly PoolClose[]) =>
  smoothPrice({ ...pool, price }, { closes, at: now })

describe('the smoothed price of a pool', () => {
  test('is the current, unproven price without candles', () => {
    expect(steady(150, [])).toEqual({ ...pool, price: 150 })
  })

  test('ignores the open candle, which closes at the current price', () => {
    expect(steady(150, [close(begin, 150)]).isConfirmed).toBe(false)
  })

  test('is the current price, clamped to half a percent of the median of three', () => {
    const closes = [close(begin - 300, 100), close(begin - 600, 100)]
    expect(steady(100.4, closes)).toMatchObject({ price: 100.4, isConfirmed: true })
    expect(steady(150, closes).price).toBeCloseTo(100.5, 9)
    expect(steady(50, closes).price).toBeCloseTo(100 / 1.005, 9)
  })

  test('is not set by one manipulated close', () => {
    expect(steady(100, [close(begin - 300, 150), close(begin - 600, 100)]).price).toBe(100)
  })

  test('follows a move before the last complete close', () => {
    expect(steady(150, [close(begin - 300, 149.9), close(begin - 600, 100)]).price).toBe(150)
  })

  test('uses the last candle of a quiet pool, however old', () => {
    expect(steady(150, [close(begin - 90_000, 100)]).price).toBeCloseTo(100.5, 9)
  })

  test('ignores liquidity added after the last complete candle', () => {
    const { depth0, depth1 } = steady(100, [close(begin - 300, 100)])
    expect([depth0, depth1]).toEqual([40, 4_000])
  })

  test('moves by at most one percent, whatever the current price', () => {
    const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(price, price, price, (honest, pushed, drift) => {
        const closes = [close(begin - 300, honest), close(begin - 600, honest)]
        expect(steady(pushed, closes).price / steady(drift, closes).price).toBeLessThan(1.0101)
      }),
      { seed: 20_261_121 },
    )
  })
})
