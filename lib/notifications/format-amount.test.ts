import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from './format-amount'

test.each([
  [1_000_000_000_000_000_000n, 18, '1'],
  [1_234_567_890_000_000_000n, 18, '1.2346'],
  [3_021_554_999n, 6, '3,021.55'],
  [999_999_999n, 6, '1,000'],
  [1n, 18, '0.000000000000000001'],
  [123_456n, 18, '0.0000000000001235'],
  [0n, 18, '0'],
  [12_345n, 0, '12,345'],
  [7n, undefined, '7 atoms of'],
])('%s atoms of %s decimals read as %s', (atoms, decimals, text) => {
  expect(formatAmount(atoms, decimals)).toBe(text)
})

test('a rounded amount is within a thousandth of the amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, (1n << 256n) - 1n),
      fc.integer({ min: 0, max: 36 }),
      (atoms, decimals) => {
        const shown = Number(formatAmount(atoms, decimals).replaceAll(',', ''))
        const exact = Number(atoms) / 10 ** decimals
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(exact / 1000)
      },
    ),
    { seed: 1 },
  )
})
