import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from './order-text'

test.each([
  [1_000_000_000_000_000_000n, 18, '1'],
  [1_234_567_890_000_000_000n, 18, '1.2345'],
  [3_021_555_999n, 6, '3,021.55'],
  [999_999_999n, 6, '999.9999'],
  [1n, 18, '0.000000000000000001'],
  [123_456n, 18, '0.0000000000001234'],
  [0n, 18, '0'],
  [12_345n, 0, '12,345'],
  [7n, undefined, '7 atoms of'],
])('formats %s atoms of %s decimals as %s', (atoms, decimals, text) => {
  expect(formatAmount(atoms, decimals)).toBe(text)
})

test('an amount is exact to a thousandth and never rounded up', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, (1n << 256n) - 1n),
      fc.integer({ min: 0, max: 36 }),
      (atoms, decimals) => {
        const shown = Number(formatAmount(atoms, decimals).replaceAll(',', ''))
        const exact = Number(atoms) / 10 ** decimals
        expect(shown).toBeLessThanOrEqual(exact * (1 + 1e-12))
        expect(shown).toBeGreaterThanOrEqual(exact * 0.999)
      },
    ),
    { seed: 1 },
  )
})
