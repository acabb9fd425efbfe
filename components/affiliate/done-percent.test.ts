import { expect, test } from 'vitest'
import { donePercent } from './done-percent'

test.each([
  [50_000, 0],
  [49_950, 0.1],
  [49_949.99, 0.1],
  [45_000, 10],
  [40_000, 20],
  [35_500, 29],
  [0.01, 99],
  [0, 100],
  [60_000, 0],
  [-1, 100],
])('%d of 50,000 dollars missing is %d %% done', (left, percent) => {
  expect(donePercent({ trigger: 50_000, left })).toBe(percent)
})

test('is 0 % without a trigger volume', () => {
  expect(donePercent({ trigger: 0, left: 0 })).toBe(0)
})
