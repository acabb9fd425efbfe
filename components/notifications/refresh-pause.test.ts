import { expect, test } from 'vitest'
import { refreshPause } from './refresh-pause'

const now = Date.parse('2026-11-21T12:00:00Z')
const due = (seconds: number) => ({ dueAt: new Date(now + seconds * 1_000).toISOString() })

test('polls deliveries every ten seconds while no attempt is near', () => {
  expect(refreshPause([], now)).toBe(10_000)
  expect(refreshPause([{ dueAt: null }, due(300)], now)).toBe(10_000)
})

test('polls at the next attempt, then every two seconds until it is done', () => {
  expect(refreshPause([due(300), due(4), { dueAt: null }], now)).toBe(4_000)
  expect(refreshPause([due(1)], now)).toBe(2_000)
  expect(refreshPause([due(-30)], now)).toBe(2_000)
})

test('polls no faster for a delivery overdue by a minute', () => {
  expect(refreshPause([due(-60)], now)).toBe(10_000)
  expect(refreshPause([due(-600), due(7)], now)).toBe(7_000)
})
