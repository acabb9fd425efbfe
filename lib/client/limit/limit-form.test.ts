import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '@/lib/core/format/locale'
import { editLimit, type LimitEdit, startLimit, viewLimit } from './limit-form'

const weth = `0x${'11'.repeat(20)}` as const
const usdc = `0x${'22'.repeat(20)}` as const
const dai = `0x${'33'.repeat(20)}` as const
const market = { bought: 3_200_000_000n, sold: 10n ** 18n }
const empty = startLimit({ sellToken: weth, buyToken: usdc })
const play = (...edits: readonly LimitEdit[]) => edits.reduce(editLimit, empty)
const viewIn = (locale: Locale, ...edits: readonly LimitEdit[]) => {
  const form = play(...edits)
  const scale = { sellDecimals: 18, buyDecimals: 6, isInverted: form.isInverted }
  return viewLimit(form, { scale, market, locale })
}
const view = (...edits: readonly LimitEdit[]) => viewIn('en', ...edits)
const sell = (text: string): LimitEdit => ({ type: 'keystroke', side: 'sell', text })
const buy = (text: string): LimitEdit => ({ type: 'keystroke', side: 'buy', text })
const price = (text: string): LimitEdit => ({ type: 'price', text })

describe('amounts and price', () => {
  test('start at the market price, and make no order without a sell amount', () => {
    expect(view()).toMatchObject({
      price: market,
      priceText: '3,200.00',
      terms: undefined,
      buyText: '',
    })
    expect(view(sell('2'))).toMatchObject({
      terms: { sellAmount: 2n * 10n ** 18n, buyAmount: 6_400_000_000n },
      buyText: '6,400',
    })
  })

  test('the price determines the buy amount', () => {
    expect(view(sell('2'), price('4000')).terms?.buyAmount).toBe(8_000_000_000n)
    expect(view(price('4000'), sell('0.5')).terms?.buyAmount).toBe(2_000_000_000n)
  })

  test('the buy amount determines the price', () => {
    expect(view(sell('2'), buy('7000'))).toMatchObject({ priceText: '3,500.00', buyText: '7000' })
    expect(view(sell('2'), buy('7000'), sell('1')).priceText).toBe('7,000.00')
  })

  test('an invalid price makes no order, and its text stays', () => {
    expect(view(sell('2'), price('x'))).toMatchObject({ terms: undefined, priceText: 'x' })
    expect(view(sell('2'), price('0')).terms).toBeUndefined()
  })

  test('reports why a price is invalid', () => {
    expect(view(price('abc')).typedPrice).toEqual({ problem: 'not-a-number' })
    expect(view(price('1,5.3')).typedPrice).toEqual({ problem: 'not-a-number' })
    expect(view(price('')).typedPrice).toEqual({ empty: true })
    expect(view(price('0')).typedPrice).toEqual({ atoms: 0n })
    expect(view(sell('2'), buy('7000')).typedPrice).toBeUndefined()
  })

  test('reports why an amount is invalid', () => {
    expect(view(sell('1.2.3')).sold).toEqual({ problem: 'not-a-number' })
    expect(view(sell('1'), buy('0.0000001')).bought).toEqual({ problem: 'too-many-decimals' })
  })

  test('a computed buy amount beyond 256 bits is too large', () => {
    const dear = [sell('9'.repeat(50)), price('9'.repeat(25))]
    expect(view(...dear)).toMatchObject({
      ...{ terms: undefined, buyText: '', bought: { problem: 'too-large' } },
    })
    expect(view(...dear, price('1')).bought).toBeUndefined()
  })

  test('the market button replaces the typed price', () => {
    expect(view(sell('2'), price('9'), { type: 'market' }).priceText).toBe('3,200.00')
    expect(view(sell('2'), buy('9'), { type: 'market' }).priceText).toBe('3,200.00')
  })
})

describe('inverting and flipping', () => {
  test('inverting changes the displayed price, not its value', () => {
    const before = view(sell('2'), price('4000'))
    const after = view(sell('2'), price('4000'), { type: 'invert', ratio: before.price })
    expect(after.priceText).toBe('0.00025')
    expect(after.terms).toEqual(before.terms)
  })

  test('flipping the pair resets it to the market price', () => {
    const form = play(sell('2'), price('4000'), { type: 'flip' })
    expect(form).toMatchObject({ sellToken: usdc, buyToken: weth, price: { by: 'market' } })
    expect(play({ type: 'token', side: 'sell', token: usdc })).toMatchObject({ buyToken: weth })
    expect(play(price('1'), { type: 'token', side: 'buy', token: dai })).toMatchObject({
      ...{ sellToken: weth, buyToken: dai, price: { by: 'market' } },
    })
  })
})

test('for any input, the order asks at least its price, and the form can be cleared', () => {
  const text = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }).map(String), fc.string())
  const edit = fc.oneof<fc.Arbitrary<LimitEdit>[]>(
    text.map(sell),
    text.map(buy),
    text.map(price),
    fc.constantFrom<LimitEdit>({ type: 'market' }, { type: 'flip' }),
    fc.constant({ type: 'invert', ratio: market }),
  )
  fc.assert(
    fc.property(fc.array(edit), (edits) => {
      const { terms, price: holds } = view(...edits)
      if (terms && holds) {
        expect(terms.buyAmount * holds.sold >= terms.sellAmount * holds.bought).toBe(true)
        expect(terms.buyAmount).toBeGreaterThan(0n)
      }
      expect(view(...edits, { type: 'clear' }).terms).toBeUndefined()
    }),
    { seed: 8, numRuns: 500 },
  )
})

test('amounts and prices use the separators of the language', () => {
  expect(viewIn('de', sell('1,234'))).toMatchObject({
    terms: { sellAmount: 1_234n * 10n ** 15n, buyAmount: 3_948_800_000n },
    buyText: '3948,8',
  })
  expect(viewIn('en', sell('1,234')).terms?.sellAmount).toBe(1_234n * 10n ** 18n)
  expect(viewIn('de', sell('1'), price('3,125')).terms?.buyAmount).toBe(3_125_000n)
  expect(viewIn('de', sell('1'), buy('3,125')).terms?.buyAmount).toBe(3_125_000n)
  expect(viewIn('en', sell('1'), price('3,125')).terms?.buyAmount).toBe(3_125_000_000n)
})
