import { expect, test } from 'vitest'
import { gather } from './gather'

test('groups values by key in their original order', () => {
  const pairs = [
    ['b', 1],
    ['a', 2],
    ['b', 3],
  ] as const
  expect([...gather(pairs)]).toEqual([
    ['b', [1, 3]],
    ['a', [2]],
  ])
  expect(gather([]).size).toBe(0)
})
