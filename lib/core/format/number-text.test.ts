import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from './locale'
import {
  changeText,
  changeTone,
  countText,
  gweiText,
  largeUsdText,
  orderRateText,
  percentText,
  priceText,
  rateText,
  roundUsdText,
  scalePriceText,
  signedUsdText,
  usdText,
  wholePercentText,
  worthText,
} from './number-text'

test.each([
  [0, '$0.00'],
  [0.00001, '<$0.0001'],
  [0.0031, '$0.0031'],
  [0.62, '$0.62'],
  [0.99996, '$1.00'],
  [4_532.334, '$4,532.33'],
  [-12.5, '−$12.50'],
])('formats %d dollars as %s', (usd, text) => {
  expect(usdText(usd, 'en')).toBe(text)
})

test('what an amount is worth, and its rate, are rounded down as the amount is', () => {
  const worths = [4_532.325, 4_514.29, 3_009.2879, 0.99996, 0.62159, 0.00001, 0, undefined]
  expect(worths.map((usd) => worthText(usd, 'en'))).toEqual([
    ...['$4,532.32', '$4,514.29', '$3,009.28', '$0.99', '$0.6215', '<$0.0001', '$0.00', '–'],
  ])
  expect([3_009.2879, 100.009, 1.00039, 0.0003].map((rate) => orderRateText(rate, 'en'))).toEqual([
    ...['3,009.28', '100.00', '1.0003', '0.0003'],
  ])
})

test('a round sum has no cents', () => {
  expect([50_000, 7.5].map((usd) => roundUsdText(usd, 'en'))).toEqual(['$50,000', '$7.50'])
})

test.each([
  [99_999.99, '$99,999.99'],
  [99_999.996, '$100,000'],
  [-666_666.67, '−$666,667'],
  [999_999.4, '$999,999'],
  [999_999.6, '$1.00M'],
  [1_944_000, '$1.94M'],
  [71_800_000, '$71.80M'],
  [99_996_000, '$100.0M'],
  [412_600_000, '$412.6M'],
  [999_960_000, '$1.00B'],
  [9_310_000_000, '$9.31B'],
  [118_900_000_000, '$118.9B'],
  [1_500_000_000_000, '$1.50T'],
])('formats the large sum of %d dollars as %s', (usd, text) => {
  expect(largeUsdText(usd, 'en')).toBe(text)
})

test.each([
  [98_120.5, '$98,120.50'],
  [3_021.557, '$3,021.56'],
  [1.00031, '$1.00'],
  [0.99996, '$1.00'],
  [0.37012, '$0.3701'],
  [0.5, '$0.5000'],
  [0.0021339, '$0.002134'],
  [1.2345e-8, '$0.00000001235'],
  [1e-20, '$1.00e−20'],
  [0, '$0.00'],
])('formats the price of %d dollars as %s', (usd, text) => {
  expect(priceText(usd, 'en')).toBe(text)
})

test.each([
  [64_655.172, '64,655.17'],
  [100, '100.00'],
  [9.83912, '9.8391'],
  [1.00031, '1.0003'],
  [0.99991, '0.9999'],
  [0.00033098, '0.000331'],
  [0.000330987, '0.000331'],
])('formats the rate %d as %s', (rate, text) => {
  expect(rateText(rate, 'en')).toBe(text)
})

test('the scale of a chart tells prices around a dollar apart', () => {
  const texts = [0.99991, 1.00031, 1.00049, 3_100].map((usd) => scalePriceText(usd, 'en'))
  expect(texts).toEqual(['$0.9999', '$1.0003', '$1.0005', '$3,100.00'])
})

test.each([
  [0, '0.00%'],
  [0.00001, '<0.01%'],
  [0.005, '0.50%'],
  [0.12345, '12.35%'],
  [12.5, '1,250.00%'],
])('formats the fraction %d as %s', (fraction, text) => {
  expect(percentText(fraction, 'en')).toBe(text)
})

test('a percentage is rounded down or up to keep a statement true', () => {
  expect(percentText(0.999_99, 'en', 'floor')).toBe('99.99%')
  expect(percentText(0.000_001, 'en', 'ceil')).toBe('0.01%')
})

test.each([
  [0.0019, '+0.19%', 'up'],
  [-0.005, '−0.50%', 'down'],
  [0.0005, '+0.05%', 'level'],
  [-0.00054, '−0.05%', 'level'],
  [0.00056, '+0.06%', 'up'],
  [0.00001, '0.00%', 'level'],
  [-0.00001, '0.00%', 'level'],
  [0, '0.00%', 'level'],
])('formats the change %d as %s, coloured as %s', (change, text, tone) => {
  expect(changeText(change, 'en')).toBe(text)
  expect(changeTone(change)).toBe(tone)
})

test('progress has no decimals', () => {
  expect([0, 29, 58, 100].map((each) => wholePercentText(each, 'en'))).toEqual([
    '0%',
    '29%',
    '58%',
    '100%',
  ])
})

test('a gas price is in gwei', () => {
  const texts = [12_345_678_901n, 1_000_000_000n, 12_345_678n, 0n].map((wei) => gweiText(wei, 'en'))
  expect(texts).toEqual(['12.35', '1', '0.01235', '0'])
})

test('German has its separators, and a space before the percent sign', () => {
  expect(percentText(0.0019, 'de')).toBe('0,19\u00a0%')
  expect(changeText(-0.0241, 'de')).toBe('−2,41\u00a0%')
  expect(wholePercentText(37, 'de')).toBe('37\u00a0%')
  expect(usdText(4_532.33, 'de')).toBe('4.532,33\u00a0$')
  expect(largeUsdText(9_310_000_000, 'de')).toBe('9,31\u00a0Mrd.\u00a0$')
  expect(rateText(3_021.55, 'de')).toBe('3.021,55')
  expect(countText(1_204_318n, 'de')).toBe('1.204.318')
})

test('what is not known is a dash, never 0', () => {
  for (const write of [usdText, roundUsdText, largeUsdText, priceText, rateText, changeText]) {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(write(value, 'en')).toBe('–')
      expect(percentText(value, 'en')).toBe('–')
    }
  }
})

const anyLocale = fc.constantFrom(...locales)
const usual = fc.double({ min: 1e-12, max: 1e12, noNaN: true })

/** Reads a text back: its number, and the unit of its last digit. */
function read(text: string, locale: Locale) {
  const bare = text.replace(/[^\d.,−]/g, '').replace('−', '-')
  const plain =
    locale === 'de' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  return { value: Number(plain), unit: 10 ** -(plain.split('.')[1]?.length ?? 0) }
}

describe('a number', () => {
  test.each([
    ['dollars', usdText, 1],
    ['a price', priceText, 1],
    ['a rate', rateText, 1],
    ['a percentage', percentText, 100],
    ['a change', changeText, 100],
  ] as const)('reads back within a unit of its last digit: %s', (_, write, factor) => {
    fc.assert(
      fc.property(usual, anyLocale, (number, locale) => {
        const text = write(number, locale)
        const { value, unit } = read(text, locale)
        const exact = number * factor
        if (text.startsWith('<')) expect(exact).toBeLessThan(value)
        else expect(Math.abs(value - exact)).toBeLessThanOrEqual(unit * 0.5 + exact * 1e-12)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test.each([
    ['dollars', usdText, 4],
    ['a percentage', percentText, 2],
    ['a change', changeText, 2],
  ] as const)('has at most its decimals: %s', (_, write, most) => {
    fc.assert(
      fc.property(usual, (number) => {
        const fraction = /\.(\d+)/.exec(write(number, 'en'))?.[1] ?? ''
        expect(fraction.length).toBeLessThanOrEqual(most)
      }),
      { seed: 2 },
    )
  })

  test.each([
    ['dollars', usdText],
    ['a price', priceText],
    ['a rate', rateText],
    ['a percentage', percentText],
    ['a change', changeText],
  ] as const)('that is larger is never shown as smaller: %s', (_, write) => {
    fc.assert(
      fc.property(usual, usual, (one, other) => {
        const shown = (number: number) => read(write(number, 'en'), 'en').value
        expect(shown(Math.min(one, other))).toBeLessThanOrEqual(shown(Math.max(one, other)))
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  test('that is a change has a sign exactly if it is not shown as 0', () => {
    const anyChange = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(anyChange, anyLocale, (change, locale) => {
        const text = changeText(change, locale)
        const sign = change < 0 ? '−' : '+'
        expect(text.startsWith(sign)).toBe(!/^[+−]?0[.,]00/.test(text))
        expect(text).not.toContain('-')
      }),
      { seed: 4 },
    )
  })

  test('has the separators of its language only', () => {
    fc.assert(
      fc.property(usual, (number) => {
        expect(percentText(number, 'en')).toMatch(/^<?(?:\d{1,3}(?:,\d{3})*)\.\d\d%$/)
        expect(percentText(number, 'de')).toMatch(/^<?(?:\d{1,3}(?:\.\d{3})*),\d\d\u00a0%$/)
      }),
      { seed: 5 },
    )
  })
})

describe('the platform, whose formats take too long to create, writes the same', () => {
  const tags = { en: 'en-US', de: 'de-DE' }
  const inDollars = { style: 'currency', currency: 'USD' } as const
  const decimals = (digits: number) => ({
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const negative = { signDisplay: 'negative' } as const
  const percent = { style: 'percent', ...negative, ...decimals(2) } as const
  const any = fc.oneof(
    usual,
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    // Often halfway between two.
    fc.integer({ min: -1e7, max: 1e7 }).map((units) => units / 1_000),
  )

  test.each<[string, (value: number, locale: Locale) => string, object]>([
    ['a count', countText, { ...negative, ...decimals(0) }],
    ['a change', changeText, { ...percent, signDisplay: 'exceptZero' }],
    [
      'a whole percentage',
      (value, locale) => wholePercentText(value * 100, locale),
      { ...percent, ...decimals(0) },
    ],
    [
      'a percentage, rounded down',
      (value, locale) => percentText(value, locale, 'floor'),
      { ...percent, roundingMode: 'floor' },
    ],
    [
      'a percentage, rounded up',
      (value, locale) => percentText(value, locale, 'ceil'),
      { ...percent, roundingMode: 'ceil' },
    ],
  ])('%s', (_, write, options) => {
    fc.assert(
      fc.property(any, anyLocale, (value, locale) => {
        const platform = new Intl.NumberFormat(tags[locale], options).format(value)
        expect(write(value, locale)).toBe(platform.replace('-', '−'))
      }),
      { seed: 6, numRuns: 1_000 },
    )
  })

  test('dollars', () => {
    const some = fc.oneof(fc.double({ min: 1, max: 99_999, noNaN: true }), fc.constant(1.005))
    fc.assert(
      fc.property(some, anyLocale, (usd, locale) => {
        const format = new Intl.NumberFormat(tags[locale], { ...inDollars, ...decimals(2) })
        expect(usdText(usd, locale)).toBe(format.format(usd))
        expect(signedUsdText(-usd, locale)).toBe(`−${format.format(usd)}`)
      }),
      { seed: 8, numRuns: 1_000 },
    )
  })

  test('large sums', () => {
    const large = fc.double({ min: 1e6, max: 9e14, noNaN: true })
    fc.assert(
      fc.property(large, anyLocale, (usd, locale) => {
        const text = largeUsdText(usd, locale)
        const digits = decimals(/[.,](\d+)\D*$/.exec(text)?.[1]?.length ?? 0)
        const options = { ...inDollars, notation: 'compact', ...digits } as const
        expect(text).toBe(new Intl.NumberFormat(tags[locale], options).format(usd))
      }),
      { seed: 7, numRuns: 1_000 },
    )
  })
})

test('a gain in dollars has its sign', () => {
  const texts = [48.12, -0.32, 0, 0.0041, undefined].map((usd) => signedUsdText(usd, 'en'))
  expect(texts).toEqual(['+$48.12', '−$0.32', '$0.00', '+$0.0041', '–'])
})
