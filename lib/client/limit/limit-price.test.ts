import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmountText } from '@/lib/client/amount-text'
import { fieldPriceText, isAtStep, priceSteps, shownDistance, stepPrice } from './limit-price'
import { priceDecimals, type Ratio, typedRatio } from './ratio'

const scale = { sellDecimals: 18, buyDecimals: 6, isInverted: false }
const inverted = { ...scale, isInverted: true }
const market: Ratio = { bought: 3_021_550_000n, sold: 10n ** 18n }

describe('fieldPriceText', () => {
  it.each([
    [3_081.981, '3,081.98'],
    [65_000, '65,000.00'],
    [1_234_567.8, '1,234,567.80'],
    [99.9, '99.9'],
    [0.9999, '0.9999'],
    [0.000324671234, '0.000324671'],
    [3.2e-9, '0.0000000032'],
  ])('writes %d as %s', (price, text) => expect(fieldPriceText(price, 'en')).toBe(text))

  it('does not group where a point groups', () => {
    expect(fieldPriceText(3_081.981, 'de')).toBe('3081,98')
    expect(fieldPriceText(0.5, 'de')).toBe('0,5')
  })

  it('is read as the same price, up to five significant digits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-30, max: 1e15, noNaN: true }),
        fc.constantFrom('en', 'de'),
        (price, locale) => {
          const read = parseAmountText(fieldPriceText(price, locale), priceDecimals, locale)
          const atoms = 'atoms' in read ? Number(read.atoms) : 0
          expect(Math.abs(atoms / 10 ** priceDecimals / price - 1)).toBeLessThan(6e-5)
        },
      ),
    )
  })
})

describe('the price chips', () => {
  it('are percent above the market, below if the price is inverted', () => {
    expect(stepPrice(market, 2, scale)).toBeCloseTo(3_081.981)
    expect(stepPrice(market, 2, inverted)).toBeCloseTo(0.000324337, 9)
  })

  it.each([scale, inverted])('are recognised: %o', (each) => {
    for (const percent of priceSteps) {
      const text = fieldPriceText(stepPrice(market, percent, each), 'en')
      const typed = parseAmountText(text, priceDecimals, 'en')
      const price = typedRatio(typed, each)
      const distance = price ? shownDistance(price, market, each) : 0
      expect(priceSteps.filter((step) => isAtStep(distance, step, each))).toEqual([percent])
    }
  })
})

it('measures the distance in the shown direction', () => {
  const price = { bought: 3_172_627_500n, sold: 10n ** 18n }
  expect(shownDistance(price, market, scale)).toBeCloseTo(0.05)
  expect(shownDistance(price, market, inverted)).toBeCloseTo(-0.0476)
})
