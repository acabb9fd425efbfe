import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmountText } from '@/lib/client/amount-text'
import { chosenPriceText, isAtStep, priceSteps, shownDistance, stepPriceText } from './limit-price'
import { priceDecimals, type Ratio, typedRatio } from './ratio'

const scale = { sellDecimals: 18, buyDecimals: 6, isInverted: false }
const inverted = { ...scale, isInverted: true }
const market: Ratio = { bought: 3_021_550_000n, sold: 10n ** 18n }

describe('chosenPriceText', () => {
  it.each([
    [3_081.981, '3081.98'],
    [65_000, '65000'],
    [1_234_567.8, '1234568'],
    [0.9999, '0.9999'],
    [0.000324671234, '0.000324671'],
    [3.2e-9, '0.0000000032'],
  ])('writes %d as %s', (price, text) => expect(chosenPriceText(price)).toBe(text))

  it('keeps five significant digits of any price, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-30, max: 1e15, noNaN: true }), (price) => {
        const text = chosenPriceText(price)
        expect(text).toMatch(/^\d+(\.\d+)?$/)
        expect(Math.abs(Number(text) / price - 1)).toBeLessThan(1e-5)
      }),
    )
  })
})

describe('the price chips', () => {
  it('are percent above the market, below if the price is inverted', () => {
    expect(stepPriceText(market, 2, scale)).toBe('3081.98')
    expect(stepPriceText(market, 2, inverted)).toBe('0.000324337')
  })

  it.each([scale, inverted])('are recognised: %o', (each) => {
    for (const percent of priceSteps) {
      const typed = parseAmountText(stepPriceText(market, percent, each), priceDecimals, 'en')
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
