import { expect, test } from 'vitest'
import { createBudget } from './budget'

test('allows a burst, then the steady rate, and never accumulates more than a burst', () => {
  const budget = createBudget({ burst: 10, perSecond: 5 })
  const taken = (nowMs: number) =>
    Array.from({ length: 100 }, () => budget.take(nowMs)).filter(Boolean).length
  expect(taken(1_000)).toBe(10)
  expect(taken(2_000)).toBe(5)
  expect(taken(2_100)).toBe(0)
  expect(taken(3_600_000)).toBe(10)
})
