import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { groupByDay } from './group-by-day'

const words = { t: translatorOf('notifications'), format: formatOf('en') }

const now = new Date(2026, 10, 21, 9, 0)
const at = (day: number, hour: number) => ({
  timestamp: new Date(2026, 10, day, hour).toISOString(),
})

test('groups by the user’s calendar day', () => {
  const days = groupByDay(words, [at(21, 8), at(21, 0), at(20, 23), at(3, 12), at(-330, 12)], now)
  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['3 November', 1],
    ['5 December 2025', 1],
  ])
})
