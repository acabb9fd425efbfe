import { expect, test } from 'vitest'
import { candleSpan, ranges } from './candle-span'

const now = Date.UTC(2026, 10, 21, 9, 32, 10)

test('a range ends with the current candle and spans at most 1,000 candles', () => {
  expect(candleSpan('1D', now)).toEqual({
    interval: '5m',
    from: Date.UTC(2026, 10, 20, 9, 30) / 1000,
    to: Date.UTC(2026, 10, 21, 9, 35) / 1000,
  })
  const counts = ranges.map(({ range }) => {
    const { from, to, interval } = candleSpan(range, now)
    return (to - from) / { '5m': 300, '1h': 3_600, '1d': 86_400 }[interval]
  })
  expect(counts).toEqual([289, 169, 721, 366])
})

test('the span is constant within one candle', () => {
  expect(candleSpan('1W', now)).toEqual(candleSpan('1W', now + 60_000))
})
