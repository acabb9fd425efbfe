import { expect, test } from 'vitest'
import { setBounded } from './bounded-map'

test('evicts the entry that was set longest ago', () => {
  const entries = new Map<string, number>()
  const put = (key: string, value: number) => setBounded(entries, { key, value, max: 2 })
  put('a', 1)
  put('b', 2)
  put('a', 3)
  expect([...entries]).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  put('c', 4)
  expect([...entries]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
