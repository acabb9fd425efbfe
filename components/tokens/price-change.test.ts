import { expect, test } from 'vitest'
import { extentOf } from './price-change'

test('candles aggregate to open, close, high, low and total volume', () => {
  const candle = { time: 0, open: 1, high: 4, low: 1, close: 2, volume: 10 }
  const later = { time: 300, open: 2, high: 3, low: 0.5, close: 3, volume: 5 }
  expect(extentOf([candle, later])).toEqual({
    ...{ from: 0, open: 1, firstClose: 2, close: 3 },
    ...{ high: 4, low: 0.5, volume: 15 },
  })
  expect(extentOf([])).toBeUndefined()
})
