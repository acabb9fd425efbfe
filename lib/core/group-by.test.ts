import { expect, test } from 'vitest'
import { groupBy } from './group-by'

test('groups items by key in their original order', () => {
  const words = ['ether', 'dollar', 'euro', 'dai']
  expect([...groupBy(words, (word) => word.charAt(0))]).toEqual([
    ['e', ['ether', 'euro']],
    ['d', ['dollar', 'dai']],
  ])
  expect(groupBy([], String).size).toBe(0)
})
