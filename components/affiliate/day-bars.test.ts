import { expect, test } from 'vitest'
import { dayBars, lastDays, sumOf } from './day-bars'

const nowMs = Date.parse('2026-03-01T00:30:00Z')
const day = (date: string, volume: number, eligible: number) => ({
  day: date,
  trades: 1,
  volume,
  eligible,
})

test('the range ends today (UTC) and includes days without trades', () => {
  const known = [day('2026-02-28', 40, 10), day('2026-01-01', 5, 5)]
  expect(lastDays(known, { count: 3, nowMs })).toEqual([
    { day: '2026-02-27', trades: 0, volume: 0, eligible: 0 },
    day('2026-02-28', 40, 10),
    { day: '2026-03-01', trades: 0, volume: 0, eligible: 0 },
  ])
})

test('bars are fractions of the highest day', () => {
  expect(dayBars([day('a', 40, 10), day('b', 10, 10)])).toEqual([
    { day: 'a', volume: 1, eligible: 0.25 },
    { day: 'b', volume: 0.25, eligible: 0.25 },
  ])
  expect(dayBars([day('a', 0, 0)])).toEqual([{ day: 'a', volume: 0, eligible: 0 }])
})

test('sums the days', () => {
  const sum = { trades: 2, volume: 50, eligible: 20 }
  expect(sumOf([day('a', 40, 10), day('b', 10, 10)])).toEqual(sum)
})
