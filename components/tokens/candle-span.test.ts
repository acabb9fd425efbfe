import { expect, test } from 'vitest'
import { candleSpan, ranges } from './candle-span'

const now = Date.UTC(2026, 10, 21, 9, 32, 10)

test('a range ends with the candle that is being made and asks for no more than 1,000', () => {
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

test('within a candle everyone asks the same', () => {
  expect(candleSpan('1W', now)).toEqual(candleSpan('1W', now + 60_000))
})
