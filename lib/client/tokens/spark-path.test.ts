import { expect, test } from 'vitest'
import { sparkChange, sparkPath } from './spark-path'

const box = { width: 100, height: 22 }

test('a sparkline spans its box from the lowest to the highest value', () => {
  expect(sparkPath([1, 3, 2], box)).toBe('M0 21L50 1L100 11')
})

test('equal values are a line through the middle', () => {
  expect(sparkPath([5, 5], box)).toBe('M0 11L100 11')
})

test('fewer than two values draw nothing', () => {
  expect(sparkPath([], box)).toBe('')
  expect(sparkPath([7], box)).toBe('')
})

test('its change is that from the first to the last value', () => {
  expect(sparkChange([2, 9, 3])).toBe(0.5)
  expect(sparkChange([2])).toBeUndefined()
  expect(sparkChange([0, 1])).toBeUndefined()
})
