import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmountText } from '@/lib/client/amount-text'
import type { Locale } from '@/lib/core/format/locale'
import {
  boughtFor,
  distanceBps,
  type PriceScale,
  priceDecimals,
  ratioOf,
  ratioText,
  sampleAmount,
  shownMarket,
  typedRatio,
  withCosts,
} from './ratio'

const wethToUsdc: PriceScale = { sellDecimals: 18, buyDecimals: 6, isInverted: false }
const inverted = { ...wethToUsdc, isInverted: true }
const ether = 10n ** 18n

const parseRatio = (text: string, scale: PriceScale, locale: Locale) =>
  typedRatio(parseAmountText(text, priceDecimals, locale), scale)

describe('a price', () => {
  test('is parsed in whole tokens, in both directions', () => {
    const price = parseRatio('3200.5', wethToUsdc, 'en')
    expect(price && boughtFor(2n * ether, price)).toBe(6_401_000_000n)
    const reverse = parseRatio('0.0003125', inverted, 'en')
    expect(reverse && boughtFor(ether, reverse)).toBe(3_200_000_000n)
  })

  test('is reached once the market exceeds it by the network cost', () => {
    const price = { bought: 3_000n, sold: 1n }
    const costs = { bought: 101n, sold: 100n }
    expect(withCosts(price, costs)).toEqual({ bought: 303_000n, sold: 100n })
  })

  test.each(['', '0', 'abc', '-1', '1.2.3'])('rejects "%s"', (text) => {
    expect(parseRatio(text, wethToUsdc, 'en')).toBeUndefined()
    expect(parseRatio(text, inverted, 'en')).toBeUndefined()
  })

  test.each([
    [3_200_500_000n, ether, '3200.5', '0.00031245117'],
    [1n, ether, '0.000001', '1000000'],
    [1_000_000n, 3n * ether, '0.33333333', '3'],
    [123_456_789_123_456n, ether, '123456789', '0.0000000081'],
  ])('formats %s for %s atoms with eight significant digits', (bought, sold, text, other) => {
    const price = { bought, sold }
    expect(ratioText(price, wethToUsdc)).toBe(text)
    expect(ratioText(price, inverted).startsWith(other)).toBe(true)
  })

  test('is undefined for an amount of zero', () => {
    expect(ratioOf(0n, 1n)).toBeUndefined()
    expect(ratioOf(1n, 0n)).toBeUndefined()
  })
})

test.each([
  [18, 3_200, 10n ** 18n],
  [6, 1, 10n ** 9n],
  [6, 0.999, 10n ** 10n],
  [18, 0.00001, 10n ** 26n],
  [8, 90_000, 10n ** 8n],
  [18, undefined, 10n ** 18n],
  [18, 0, 10n ** 18n],
])(
  'for a token with %s decimals worth %s dollars, requests a quote for %s atoms',
  (decimals, usd, atoms) => {
    expect(sampleAmount(decimals, usd)).toBe(atoms)
  },
)

test.each([
  [3_300n, 3_000n, 1_000],
  [3_000n, 3_000n, 0],
  [2_999n, 3_000n, -3.33],
])('a limit of %s is, at a market of %s, %s bps away', (asked, given, bps) => {
  const price = { bought: asked, sold: 1n }
  expect(distanceBps(price, { bought: given, sold: 1n })).toBeCloseTo(bps, 1)
})

test.each([
  [3_021n, 3_021n],
  [2_990n, 2_990n],
  [3_200n, 3_009n],
  [undefined, 3_009n],
])('shows the dollar price %s of a market that gives 3009 as %s', (byDollars, shown) => {
  const got = { bought: 3_009n, sold: 1n }
  const dollars = byDollars === undefined ? undefined : { bought: byDollars, sold: 1n }
  expect(shownMarket(got, dollars)).toEqual({ bought: shown, sold: 1n })
})

test('the buy amount is at least what the price demands, by less than one atom', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 200n })
  fc.assert(
    fc.property(amount, amount, amount, (sold, bought, base) => {
      const price = { bought, sold: base }
      const got = boughtFor(sold, price)
      expect(got * base >= sold * bought).toBe(true)
      expect((got - 1n) * base < sold * bought).toBe(true)
    }),
    { seed: 8 },
  )
})

test('parsing inverts formatting up to the eighth digit', () => {
  const atoms = fc.bigInt({ min: 1n, max: 10n ** 18n })
  const decimals = fc.integer({ min: 0, max: 18 })
  const locales = fc.constantFrom<Locale[]>('en', 'de')
  fc.assert(
    fc.property(atoms, atoms, decimals, decimals, fc.boolean(), locales, (bought, sold, ...way) => {
      const [sellDecimals, buyDecimals, isInverted, locale] = way
      const scale = { sellDecimals, buyDecimals, isInverted }
      const price = { bought, sold }
      const read = parseRatio(ratioText(price, scale), scale, locale)
      fc.pre(read !== undefined)
      if (read) expect(Math.abs(distanceBps(read, price))).toBeLessThan(0.01)
    }),
    { seed: 8 },
  )
})
