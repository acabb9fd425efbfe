import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUsd, toUsd, usdText } from './usd'

test.each<[string, bigint | undefined]>([
  ['20', 20_000_000n],
  ['0.5', 500_000n],
  [' 1.000001 ', 1_000_001n],
  ['999999999999999', 999_999_999_999_999_000_000n],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['.5', undefined],
  ['1.0000001', undefined],
  ['1000000000000000', undefined],
])('%j parses to that many millionths of a dollar', (text, micros) => {
  expect(parseUsd(text)).toBe(micros)
})

test('formatted amounts parse back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (micros) => {
      expect(parseUsd(usdText(micros))).toBe(micros)
    }),
  )
})

test('toUsd returns dollars', () => {
  expect([0n, 1n, 1_500_000n, 5_000_000_000_000n].map(toUsd)).toEqual([0, 0.000001, 1.5, 5_000_000])
})
