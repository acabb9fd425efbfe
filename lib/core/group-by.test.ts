import { expect, test } from 'vitest'
import { gather, groupBy } from './group-by'

test('groups items by key in their original order', () => {
  const words = ['ether', 'dollar', 'euro', 'dai']
  expect([...groupBy(words, (word) => word.charAt(0))]).toEqual([
    ['e', ['ether', 'euro']],
    ['d', ['dollar', 'dai']],
  ])
  expect(groupBy([], String).size).toBe(0)
})

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
