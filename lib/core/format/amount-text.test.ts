import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import {
  type AmountToken,
  amountText,
  comparedAmountTexts,
  signedAmountText,
  translatedNumber,
} from './amount-text'
import { type Locale, locales } from './locale'

const weth: AmountToken = { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', decimals: 18 }
const usdc: AmountToken = { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 }
const sdaiOnGnosis: Address = '0xaf204776c7245bf4147c2612bf6e5972ee483701'
const micro = (millionths: bigint) => millionths * 10n ** 12n

test.each([
  [0n, '0'],
  [1n, '<0.000001'],
  [micro(1n) - 1n, '<0.000001'],
  [micro(37_120n), '0.03712'],
  [micro(661_413n) + 999n, '0.661413'],
  [micro(1_500_000n), '1.5'],
  [micro(4_208_199_999n), '4,208.1999'],
  [micro(10_000_129_999n), '10,000.12'],
  // Beyond the precision of a number.
  [123_456_789_012_345_678_901n * 10n ** 18n, '123,456,789,012,345,678,901'],
])('formats %d atoms of 18 decimals as %s', (atoms, text) => {
  expect(amountText(atoms, weth, 'en')).toBe(text)
})

test.each([
  [0n, '0.00'],
  [1n, '0.000001'],
  [9_999n, '0.009999'],
  [10_000n, '0.01'],
  [6_100_000_000n, '6,100.00'],
  [4_534_879_999n, '4,534.87'],
  [10_000_000_000n, '10,000.00'],
])('formats %d atoms of a dollar token in cents, except less than one: %s', (atoms, text) => {
  expect(amountText(atoms, usdc, 'en')).toBe(text)
})

test('the tokens of the dollar group of every network are pegged, others and the native token are not', () => {
  const one = 10n ** 18n
  const text = (address: Address | undefined) => amountText(one, { address, decimals: 18 }, 'en')
  expect([sdaiOnGnosis, nativeToken, weth.address, undefined].map(text)).toEqual([
    '1.00',
    '1',
    '1',
    '1',
  ])
})

test('a token with few or no decimals has no more of them, a pegged one two', () => {
  expect(amountText(12_345n, { ...weth, decimals: 0 }, 'en')).toBe('12,345')
  expect(amountText(12_345n, { ...usdc, decimals: 0 }, 'en')).toBe('12,345.00')
})

test('a change has its sign', () => {
  const texts = [8_470_000n, -320_000n, 0n].map((atoms) => signedAmountText(atoms, usdc, 'en'))
  expect(texts).toEqual(['+8.47', '−0.32', '0.00'])
  expect(signedAmountText(-1n, weth, 'en')).toBe('−<0.000001')
})

test('compared amounts keep the zeros that align them', () => {
  const of = (...millionths: bigint[]) => comparedAmountTexts(millionths.map(micro), weth, 'en')
  expect(of(12_800n, 10_500n, 9_000n, 6_300n)).toEqual(['0.0128', '0.0105', '0.0090', '0.0063'])
  expect(of(20_000_500_000n, 1_234_567n)).toEqual(['20,000.50', '1.23'])
  expect(of(20_000_500_000n, 1_234n)).toEqual(['20,000.50', '<0.01'])
  expect(of()).toEqual([])
})

test.each([
  ['1,234.5 WETH', '1.234,5 WETH'],
  ['50%', '50\u00a0%'],
  ['2.03 %', '2,03\u00a0%'],
  ['1.2.3', '1.2.3'],
  ['News: 1,5', 'News: 1,5'],
])('translates the number at the start of %s', (text, german) => {
  expect(translatedNumber(text, 'de')).toBe(german)
})

const anyAtoms = fc
  .tuple(fc.bigInt(0n, (1n << 256n) - 1n), fc.integer({ min: 0, max: 255 }))
  .map(([atoms, shift]) => atoms >> BigInt(shift))
const anyToken = fc
  .tuple(fc.constantFrom(weth.address, usdc.address, undefined), fc.integer({ min: 0, max: 36 }))
  .map(([address, decimals]): AmountToken => ({ address, decimals }))
const anyLocale = fc.constantFrom(...locales)

/** Reads a text back: its value as a fraction of atoms, and its decimals. */
function read(text: string, { decimals }: AmountToken, locale: Locale) {
  const [group, point] = locale === 'de' ? ['.', ','] : [',', '.']
  const [whole = '', fraction = ''] = text.replaceAll(group ?? '', '').split(point ?? '')
  const digits = BigInt(fraction.length)
  // Both sides of a comparison are scaled by 10^36, so that every unit is whole.
  return {
    digits: fraction.length,
    value: BigInt(whole + fraction) * 10n ** (36n - digits),
    unit: 10n ** (36n - digits),
    scale: 10n ** (36n - BigInt(decimals)),
  }
}

describe('an amount', () => {
  test('is never overstated, and less than a unit of its last possible digit off', () => {
    fc.assert(
      fc.property(anyAtoms, anyToken, anyLocale, (atoms, token, locale) => {
        const text = amountText(atoms, token, locale)
        if (text.startsWith('<')) {
          const { value, scale } = read(text.slice(1), token, locale)
          expect(atoms > 0n && atoms * scale < value).toBe(true)
          return
        }
        const { value, scale } = read(text, token, locale)
        const least = atoms >= 10_000n * 10n ** BigInt(token.decimals) ? 2n : 4n
        const digits = atoms < 10n ** BigInt(token.decimals) ? 6n : least
        const cents = token.address === usdc.address && text.split(/[.,]/).at(-1)?.length === 2
        const unit = 10n ** (36n - (cents ? 2n : digits))
        expect(value <= atoms * scale && atoms * scale < value + unit).toBe(true)
      }),
      { seed: 1, numRuns: 2_000 },
    )
  })

  test('has at most six decimals, four from 1, two from 10,000', () => {
    fc.assert(
      fc.property(anyAtoms, anyToken, (atoms, token) => {
        const { digits } = read(amountText(atoms, token, 'en').replace('<', ''), token, 'en')
        const one = 10n ** BigInt(token.decimals)
        expect(digits).toBeLessThanOrEqual(atoms >= 10_000n * one ? 2 : atoms >= one ? 4 : 6)
      }),
      { seed: 2, numRuns: 1_000 },
    )
  })

  test('of more atoms is never shown as less', () => {
    fc.assert(
      fc.property(anyAtoms, anyAtoms, anyToken, (one, other, token) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const shown = (atoms: bigint) => {
          const text = amountText(atoms, token, 'en')
          return text.startsWith('<') ? 0n : read(text, token, 'en').value
        }
        expect(shown(less) <= shown(more)).toBe(true)
      }),
      { seed: 3, numRuns: 1_000 },
    )
  })

  test('differs between languages in its separators only', () => {
    const swapped = (text: string) => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
    fc.assert(
      fc.property(anyAtoms, anyToken, (atoms, token) => {
        const english = amountText(atoms, token, 'en')
        expect(amountText(atoms, token, 'de')).toBe(swapped(english))
        expect(translatedNumber(english, 'de')).toBe(swapped(english))
      }),
      { seed: 4, numRuns: 1_000 },
    )
  })

  test('that changes has a sign unless it is nothing', () => {
    fc.assert(
      fc.property(anyAtoms, fc.boolean(), anyToken, (size, isLoss, token) => {
        const text = signedAmountText(isLoss ? -size : size, token, 'en')
        expect(text[0] === '+' || text[0] === '−').toBe(size !== 0n)
        expect(text.replace(/^[+−]/, '')).toBe(amountText(size, token, 'en'))
      }),
      { seed: 5 },
    )
  })

  test('among compared ones has as many decimals as the others, and is not overstated', () => {
    fc.assert(
      fc.property(fc.array(anyAtoms, { minLength: 1 }), anyToken, (amounts, token) => {
        const texts = comparedAmountTexts(amounts, token, 'en')
        const decimals = texts.map((text) => text.split('.')[1]?.length ?? 0)
        expect(new Set(decimals).size).toBe(1)
        texts.forEach((text, index) => {
          const { value, scale } = read(text.replace('<', ''), token, 'en')
          const exact = (amounts[index] ?? 0n) * scale
          expect(text.startsWith('<') ? exact < value : value <= exact).toBe(true)
        })
      }),
      { seed: 6 },
    )
  })
})
