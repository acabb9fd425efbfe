import { expect, test } from 'vitest'
import { createSeenSet } from './seen-notifications'

const at = (minute: number, id = `n${minute}`) => ({
  id,
  timestamp: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
})

test('an event is news once, even if the service repeats it', () => {
  const seen = createSeenSet()
  seen.begin([at(5)])
  expect(seen.isNews(at(6))).toBe(true)
  expect(seen.isNews(at(6))).toBe(false)
})

test('events from before the stream started are no news', () => {
  const seen = createSeenSet()
  seen.begin([at(5), at(4)])
  expect(seen.isNews(at(5))).toBe(false)
  expect(seen.isNews(at(1))).toBe(false)
  expect(seen.isNews(at(5, 'of the same moment'))).toBe(true)
})

test('events missed during a disconnect are news', () => {
  const seen = createSeenSet()
  seen.begin([])
  seen.begin([at(7), at(6)])
  expect(seen.isNews(at(6))).toBe(true)
})

test('remembers a thousand events', () => {
  const seen = createSeenSet()
  for (let index = 0; index <= 1_000; index++) seen.isNews(at(0, `n${index}`))
  expect(seen.isNews(at(0, 'n1'))).toBe(false)
  expect(seen.isNews(at(0, 'n0'))).toBe(true)
})
