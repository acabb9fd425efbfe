import { expect, test } from 'vitest'
import { createSeenSet } from './seen-notifications'

const at = (minute: number, id = `n${minute}`) => ({
  id,
  timestamp: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
})

test('what happens is news once, also when the service says it again', () => {
  const told = createSeenSet()
  told.begin([at(5)])
  expect(told.isNews(at(6))).toBe(true)
  expect(told.isNews(at(6))).toBe(false)
})

test('what was there before the page began to listen is no news', () => {
  const told = createSeenSet()
  told.begin([at(5), at(4)])
  expect(told.isNews(at(5))).toBe(false)
  expect(told.isNews(at(1))).toBe(false)
  expect(told.isNews(at(5, 'of the same moment'))).toBe(true)
})

test('what was missed while the stream was lost is news', () => {
  const told = createSeenSet()
  told.begin([])
  told.begin([at(7), at(6)])
  expect(told.isNews(at(6))).toBe(true)
})

test('a thousand are kept in mind', () => {
  const told = createSeenSet()
  for (let index = 0; index <= 1_000; index++) told.isNews(at(0, `n${index}`))
  expect(told.isNews(at(0, 'n1'))).toBe(false)
  expect(told.isNews(at(0, 'n0'))).toBe(true)
})
