import { expect, test } from 'vitest'
import { dayChange, extentOf } from './price-change'

const now = Date.UTC(2026, 10, 21, 9, 32, 10)

test('the 24-hour change requires a positive price from 24 hours ago', () => {
  const seconds = now / 1000
  const old = [{ time: seconds - 86_400, open: 50 }]
  expect(dayChange(55, old, seconds)).toBeCloseTo(1.1)
  expect(dayChange(55, [{ time: seconds - 3_600, open: 50 }], seconds)).toBeUndefined()
  expect(dayChange(55, [], seconds)).toBeUndefined()
  expect(dayChange(55, [{ time: seconds - 86_400, open: 0 }], seconds)).toBeUndefined()
})

test('candles aggregate to open, close, high, low and total volume', () => {
  const candle = { time: 0, open: 1, high: 4, low: 1, close: 2, volume: 10 }
  const later = { time: 300, open: 2, high: 3, low: 0.5, close: 3, volume: 5 }
  expect(extentOf([candle, later])).toEqual({ open: 1, close: 3, high: 4, low: 0.5, volume: 15 })
  expect(extentOf([])).toBeUndefined()
})
