import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalText,
  exactAmountText,
  fieldAmountText,
  isAmbiguousAmount,
  parseAmountText,
  plainDecimal,
} from './amount-text'

test.each([
  ['1.5', 1_500_000n],
  ['1,5', 1_500_000n],
  ['1,234', 1_234_000_000n],
  ['1,234.5', 1_234_500_000n],
  ['1.234,5', 1_234_500_000n],
  ['12,34', 12_340_000n],
  [' 1 000 ', 1_000_000_000n],
  ["1'000.25", 1_000_250_000n],
  ['1 000,5', 1_000_500_000n],
  ['1,234,567', 1_234_567_000_000n],
  ['1.234.567,8', 1_234_567_800_000n],
  ['1,00,000.5', 100_000_500_000n],
  // No group of thousands begins with zero or has four digits.
  ['0,123', 123_000n],
  ['1234,567', 1_234_567_000n],
  ['١٢٣٫٥', 123_500_000n],
  ['۱۲', 12_000_000n],
  ['１．５', 1_500_000n],
  ['.5', 500_000n],
  ['5.', 5_000_000n],
  ['0.100000000', 100_000n],
])('parses %s', (text, atoms) => {
  expect(parseAmountText(text, 6)).toEqual({ atoms })
})

test.each([
  ['', { empty: true }],
  ['  ', { empty: true }],
  ['1.2.3', { problem: 'not-a-number' }],
  ['1,2,3', { problem: 'not-a-number' }],
  ['1,5.3', { problem: 'not-a-number' }],
  ['1,2,3.4', { problem: 'not-a-number' }],
  ['12.34,5', { problem: 'not-a-number' }],
  ['1,234.5.6', { problem: 'not-a-number' }],
  ['-1', { problem: 'not-a-number' }],
  ['0x10', { problem: 'not-a-number' }],
  ['1e18', { problem: 'not-a-number' }],
  ['1.0000001', { problem: 'too-many-decimals' }],
  ['9'.repeat(90), { problem: 'too-large' }],
  ['9'.repeat(1000), { problem: 'not-a-number' }],
])('rejects %s', (text, problem) => {
  expect(parseAmountText(text, 6)).toEqual(problem)
})

test.each([
  ['1,234', 'en', true],
  ['1,234.5', 'en', false],
  ['1,234,567', 'en', false],
  ['0,123', 'en', false],
  ['1.234', 'en', false],
  ['1.234', 'de', true],
  ['1,234', 'de', false],
] as const)('ambiguity of %s in %s: %s', (text, locale, is) => {
  expect(isAmbiguousAmount(text, locale)).toBe(is)
})

test('parsing inverts formatting', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, (1n << 256n) - 1n),
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom('en', 'de'),
      (atoms, d, locale) => {
        expect(parseAmountText(exactAmountText(atoms, d, locale), d, locale)).toEqual({ atoms })
      },
    ),
    { seed: 3 },
  )
})

test('fields use the decimal separator of the language, links a point', () => {
  expect(exactAmountText(1_234_500n, 3, 'en')).toBe('1234.5')
  expect(exactAmountText(1_234_500n, 3, 'de')).toBe('1234,5')
  expect(decimalText('0.25', 'de')).toBe('0,25')
  expect(plainDecimal('1,234.5', 'en')).toBe('1234.5')
  expect(plainDecimal('1.234,50', 'de')).toBe('1234.5')
  expect(plainDecimal('1,5 WETH', 'en')).toBe('')
})

const german = (text: string) => parseAmountText(text, 6, 'de')

test('in German, a single comma is the decimal separator, even before three digits', () => {
  expect(german('1,234')).toEqual({ atoms: 1_234_000n })
  expect(german('0,5')).toEqual({ atoms: 500_000n })
  expect(german('1.234,5')).toEqual({ atoms: 1_234_500_000n })
})

test('in German, a single point never yields a larger amount than in English', () => {
  expect(german('1.234')).toEqual({ atoms: 1_234_000n })
  expect(german('1.234.567')).toEqual({ problem: 'not-a-number' })
})

const token = { address: undefined, decimals: 6 }

test('editing one digit of a field keeps thousands as thousands', () => {
  expect(fieldAmountText(6_400_000_000n, token, 'en')).toBe('6,400')
  expect(fieldAmountText(6_400_500_000n, token, 'de')).toBe('6400,5')
  expect(german(fieldAmountText(6_400_000_000n, token, 'de').replace('4', '5'))).toEqual({
    atoms: 6_500_000_000n,
  })
})

test('a field holds a number, however small it is', () => {
  expect(fieldAmountText(1n, { ...token, decimals: 18 }, 'en')).toBe('0.000000000000000001')
})
