import { expect, test } from 'vitest'
import { rowAfterKey } from './row-keys'

test('arrows, j and k move by one row and stop at the ends', () => {
  expect(rowAfterKey({ index: -1, count: 3 }, 'j')).toBe(0)
  expect(rowAfterKey({ index: 0, count: 3 }, 'ArrowDown')).toBe(1)
  expect(rowAfterKey({ index: 2, count: 3 }, 'j')).toBe(2)
  expect(rowAfterKey({ index: 2, count: 3 }, 'k')).toBe(1)
  expect(rowAfterKey({ index: 0, count: 3 }, 'ArrowUp')).toBe(0)
})

test('Home and End move to the ends, other keys do nothing', () => {
  expect(rowAfterKey({ index: 1, count: 3 }, 'Home')).toBe(0)
  expect(rowAfterKey({ index: 1, count: 3 }, 'End')).toBe(2)
  expect(rowAfterKey({ index: 1, count: 3 }, 'x')).toBeUndefined()
  expect(rowAfterKey({ index: -1, count: 0 }, 'j')).toBeUndefined()
})
