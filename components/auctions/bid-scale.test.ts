import { expect, test } from 'vitest'
import { isSettling, placeOn, shareOfCeiling } from './bid-scale'

test('bars are in proportion, the longest with some air', () => {
  const scores = [38n, 19n, 0n]
  expect(scores.map((score) => placeOn(scores, score))).toEqual([93, 46.5, 0])
  expect(placeOn([0n], 0n)).toBe(0)
  expect(placeOn([38n], -1n)).toBe(0)
})

test('only a winner that is sent or mined counts as won', () => {
  expect(isSettling({ isWinner: true, settlement: 'settled' })).toBe(true)
  expect(isSettling({ isWinner: true, settlement: 'failed' })).toBe(false)
  expect(isSettling({ isWinner: false, settlement: undefined })).toBe(false)
})

test('the share of the ceiling is measured from the limit, in the owner’s direction', () => {
  expect(shareOfCeiling({ kind: 'sell', limit: 100n, got: 175n, bound: 200n })).toBe(0.75)
  expect(shareOfCeiling({ kind: 'buy', limit: 200n, got: 150n, bound: 100n })).toBe(0.5)
  expect(shareOfCeiling({ kind: 'sell', limit: 100n, got: 100n, bound: 100n })).toBeUndefined()
  expect(shareOfCeiling({ kind: 'sell', limit: 100n, got: 90n, bound: 110n })).toBe(0)
  expect(shareOfCeiling({ kind: 'sell', limit: 1n, got: 2n, bound: undefined })).toBeUndefined()
})
