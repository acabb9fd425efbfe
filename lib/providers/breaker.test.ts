import { expect, test } from 'vitest'
import { createBreaker } from './breaker'

test('opens for five seconds after three consecutive failures', () => {
  const breaker = createBreaker()
  for (const _ of [1, 2]) {
    breaker.failed(0)
    expect(breaker.mayRequest(1)).toBe(true)
  }
  breaker.failed(0)
  expect(breaker.mayRequest(4_999)).toBe(false)
  expect(breaker.mayRequest(5_000)).toBe(true)
})

test('lets a single trial request through after the pause until it is answered', () => {
  const breaker = createBreaker()
  for (const _ of [1, 2, 3]) breaker.failed(0)
  expect([5_000, 5_001, 5_002].map(breaker.mayRequest)).toEqual([true, false, false])
  breaker.succeeded()
  expect([5_003, 5_004].map(breaker.mayRequest)).toEqual([true, true])
})

test('doubles the pause with each further failure, up to a minute', () => {
  const breaker = createBreaker()
  for (const _ of [1, 2, 3]) breaker.failed(0)
  const pauses: number[] = []
  for (const _ of [1, 2, 3, 4, 5]) {
    breaker.failed(0)
    let ms = 0
    while (!breaker.mayRequest(ms) && ms < 120_000) ms += 1_000
    pauses.push(ms)
  }
  expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000])
})

test('honours the pause that a provider requests, up to a minute', () => {
  const breaker = createBreaker()
  breaker.failed(0, 7_000)
  expect([6_999, 7_000].map(breaker.mayRequest)).toEqual([false, true])
  breaker.failed(0, 3_600_000)
  expect([59_999, 60_000].map(breaker.mayRequest)).toEqual([false, true])
})

test('resets the failure count on success', () => {
  const breaker = createBreaker()
  breaker.failed(0)
  breaker.failed(0)
  breaker.succeeded()
  breaker.failed(0)
  expect(breaker.mayRequest(1)).toBe(true)
})
