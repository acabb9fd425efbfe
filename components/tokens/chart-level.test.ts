import { describe, expect, it } from 'vitest'
import { nextPrice } from './chart-level'

describe('nextPrice', () => {
  const at = { price: 102, market: 100 }
  const press = (key: string, shiftKey = false) => nextPrice(at, { key, shiftKey })

  it('moves by a tenth of a percent of the market, with Shift by one percent', () => {
    expect(press('ArrowUp')).toBeCloseTo(102.1)
    expect(press('ArrowRight')).toBeCloseTo(102.1)
    expect(press('ArrowDown')).toBeCloseTo(101.9)
    expect(press('ArrowDown', true)).toBeCloseTo(101)
    expect(press('PageUp')).toBeCloseTo(103)
  })

  it('moves to the market with Home, and by no other key', () => {
    expect(press('Home')).toBe(100)
    expect(press('Enter')).toBeUndefined()
  })

  it('stays above zero', () => {
    expect(nextPrice({ price: 0.01, market: 100 }, { key: 'ArrowDown', shiftKey: false })).toBe(
      0.01,
    )
  })
})
