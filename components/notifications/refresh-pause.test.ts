import { expect, test } from 'vitest'
import { refreshPause } from './refresh-pause'

const now = Date.parse('2026-11-21T12:00:00Z')
const due = (seconds: number) => ({ dueAt: new Date(now + seconds * 1_000).toISOString() })

test('deliveries are read every ten seconds while nothing is tried soon', () => {
  expect(refreshPause([], now)).toBe(10_000)
  expect(refreshPause([{ dueAt: null }, due(300)], now)).toBe(10_000)
})

test('they are read when the next is tried, then every two seconds until it was', () => {
  expect(refreshPause([due(300), due(4), { dueAt: null }], now)).toBe(4_000)
  expect(refreshPause([due(1)], now)).toBe(2_000)
  expect(refreshPause([due(-30)], now)).toBe(2_000)
})

test('what has been due for a minute is watched no closer', () => {
  expect(refreshPause([due(-60)], now)).toBe(10_000)
  expect(refreshPause([due(-600), due(7)], now)).toBe(7_000)
})
