import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findShortSince } from './short-balance'

const change = (blockNumber: number, by: number) => ({
  blockNumber: BigInt(blockNumber),
  change: BigInt(by),
})

test('the episode begins with the transfer that crossed the line, not with later ones', () => {
  const changes = [change(1, 100), change(2, -60), change(3, -30), change(4, 20)]
  expect(findShortSince(30n, 90n, changes)).toBe(2n)
  expect(findShortSince(30n, 35n, changes)).toBe(3n)
})

test('a balance that recovered and fell again is a new episode', () => {
  const changes = [change(1, -50), change(2, 50), change(3, -50)]
  expect(findShortSince(50n, 100n, changes)).toBe(3n)
})

test('without a crossing in sight the beginning is unknown', () => {
  expect(findShortSince(10n, 100n, [])).toBeUndefined()
  expect(findShortSince(10n, 100n, [change(1, -20), change(2, 10)])).toBeUndefined()
})

test('the beginning is the last block before which there was enough', () => {
  const steps = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 100 }), (by, needed) => {
      const balances = [50]
      for (const step of by) balances.push((balances.at(-1) ?? 0) + step)
      const last = balances.at(-1) ?? 0
      if (last >= needed) return
      const expected = balances.findLastIndex((balance) => balance >= needed)
      const changes = by.map((step, index) => change(index, step))
      const found = findShortSince(BigInt(last), BigInt(needed), changes)
      expect(found).toBe(expected < 0 ? undefined : BigInt(expected))
    }),
    { seed: 5 },
  )
})
