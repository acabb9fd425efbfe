import { expect, test } from 'vitest'
import { moveIndex } from './price-chart'

const move = (key: string, index = 5) => moveIndex({ index, count: 12 }, key)

test.each([
  ['ArrowLeft', 4],
  ['ArrowRight', 6],
  ['PageDown', 0],
  ['PageUp', 11],
  ['Home', 0],
  ['End', 11],
])('%s moves the selection within the chart', (key, index) => {
  expect(move(key)).toBe(index)
})

test('stops at both ends and ignores other keys and empty charts', () => {
  expect([move('ArrowLeft', 0), move('ArrowRight', 11)]).toEqual([0, 11])
  expect(move('Tab')).toBeUndefined()
  expect(moveIndex({ index: 0, count: 0 }, 'End')).toBeUndefined()
})
