import { expect, test } from 'vitest'
import { atomsWorth } from './slippage-section'

test('converts US dollars to token atoms; undefined outside the supported range', () => {
  expect(atomsWorth(1_000, { price: 3_021.55, decimals: 18 })).toBe(33n * 10n ** 16n)
  expect(atomsWorth(1_000, { price: 1, decimals: 6 })).toBe(1_000_000_000n)
  expect(atomsWorth(1_000, { price: 98_000, decimals: 0 })).toBeUndefined()
  expect(atomsWorth(1_000, { price: 1e-40, decimals: 18 })).toBeUndefined()
})
