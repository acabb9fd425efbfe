import { expect, test } from 'vitest'
import { atomsWorth } from './slippage-cases'

test('a sum of dollars is turned into atoms of the token', () => {
  expect(atomsWorth(1_000, { price: 3_021.55, decimals: 18 })).toBe(33n * 10n ** 16n)
  expect(atomsWorth(1_000, { price: 1, decimals: 6 })).toBe(1_000_000_000n)
  expect(atomsWorth(1_000, { price: 98_000, decimals: 0 })).toBeUndefined()
  expect(atomsWorth(1_000, { price: 1e-40, decimals: 18 })).toBeUndefined()
})
