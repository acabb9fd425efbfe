import { expect, test } from 'vitest'
import { createBudget } from './budget'

test('lets a burst through at once, then so many a second, and never saves up more than a burst', () => {
  const budget = createBudget({ burst: 10, perSecond: 5 })
  const taken = (nowMs: number) =>
    Array.from({ length: 100 }, () => budget.take(nowMs)).filter(Boolean).length
  expect(taken(1_000)).toBe(10)
  expect(taken(2_000)).toBe(5)
  expect(taken(2_100)).toBe(0)
  expect(taken(3_600_000)).toBe(10)
})
