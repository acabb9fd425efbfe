import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { dateOffer } from './quote-offer'
import { type SettingEvent, unsetText } from './setting-text'
import {
  type AutomaticBps,
  chooseSlippage,
  nextSlippage,
  parseSlippage,
  slippageHint,
  slippageQuestion,
  slippageSize,
  viewSlippage,
} from './slippage'

test('parses percent with either decimal separator, to two decimals', () => {
  expect(parseSlippage('0.5')).toBe(50)
  expect(parseSlippage(' 1,25 % ')).toBe(125)
  expect(parseSlippage('0')).toBe(0)
  expect(parseSlippage('50')).toBe(5_000)
})

test.each(['', '50.01', '-1', '0.005', 'abc', '1e3'])('rejects "%s"', (text) => {
  expect(parseSlippage(text)).toBeUndefined()
})

test.each([
  [200, 'usual'],
  [201, 'notable'],
  [1_999, 'notable'],
  [2_000, 'large'],
])('rates a slippage of %s bps as %s', (bps, size) => {
  expect(slippageSize(bps)).toBe(size)
})

test('precedence: the owner’s choice, the service’s value, the default', () => {
  expect(chooseSlippage(10, 80)).toEqual({ bps: 10, source: 'custom' })
  expect(chooseSlippage(undefined, 80)).toEqual({ bps: 80, source: 'automatic' })
  expect(chooseSlippage(undefined, undefined)).toEqual({ bps: 50, source: 'default' })
  expect(chooseSlippage(undefined, 10_000).bps).toBe(5_000)
})

const typed = (text: string) => nextSlippage(unsetText, { type: 'type', text })

describe('without a choice', () => {
  test.each<[string, AutomaticBps, object]>([
    ['is on its way', 'loading', { bps: 50, source: 'default', isLoading: true }],
    ['is there', 37, { bps: 37, source: 'automatic', isLoading: false }],
    ['is missing', undefined, { bps: 50, source: 'default', isLoading: false }],
  ])('uses the service’s value: it %s', (_, automatic, view) => {
    expect(viewSlippage(unsetText, automatic)).toMatchObject({ ...view, isInvalid: false })
  })
})

describe('a choice', () => {
  test.each<[string, AutomaticBps, object]>([
    ['0.5', undefined, { bps: 50, warning: undefined }],
    ['0.04', undefined, { bps: 4, warning: 'low' }],
    ['0.39', 50, { bps: 39, warning: 'low' }],
    ['0.4', 50, { bps: 40, warning: undefined }],
    ['0.6', 50, { bps: 60, warning: undefined }],
    ['0.61', 50, { bps: 61, warning: 'high' }],
    ['1.01', undefined, { bps: 101, warning: 'high' }],
  ])('of %s %% with a service value of %s', (text, automatic, view) => {
    expect(viewSlippage(typed(text), automatic)).toMatchObject({ source: 'custom', ...view })
  })

  test('that is invalid falls back to the automatic value, and is dropped on blur', () => {
    const state = typed('51')
    expect(viewSlippage(state, 37)).toMatchObject({ bps: 37, isInvalid: true, text: '51' })
    expect(nextSlippage(state, { type: 'leave' })).toEqual(unsetText)
    expect(nextSlippage(typed('7'), { type: 'leave' })).toEqual({ text: '7' })
  })
})

test('the hint names the automatic value if there is one', () => {
  const hint = (text: string, automatic: AutomaticBps) =>
    slippageHint(translatorOf('swap'), formatOf('en'), viewSlippage(typed(text), automatic))
  expect(hint('0.39', 50)).toMatch(/lower than the automatic 0\.50%/)
  expect(hint('0.61', 50)).toMatch(/higher than the automatic 0\.50%/)
  expect(hint('0.04', undefined)).toMatch(/may expire unfilled/)
  expect(hint('1.01', 200)).toMatch(/lower than the automatic/)
  expect(hint('1.5', 150)).toMatch(/^You may receive much less than quoted/)
  expect(hint('0.5', 50)).toMatch(/^The order settles only if/)
})

test('after any sequence of events, the slippage can be signed and reset to automatic', () => {
  const event = fc.oneof<fc.Arbitrary<SettingEvent>[]>(
    fc.record({ type: fc.constant('type' as const), text: fc.string({ unit: 'grapheme' }) }),
    fc
      .double({ min: 0, max: 99, noNaN: true })
      .map((percent) => ({ type: 'type', text: percent.toFixed(2) })),
    fc.constantFrom<SettingEvent>({ type: 'leave' }, { type: 'reset' }),
  )
  fc.assert(
    fc.property(
      fc.array(event),
      fc.constantFrom('loading', undefined, 3, 9_999),
      (events, auto) => {
        const state = events.reduce(nextSlippage, unsetText)
        const { bps } = viewSlippage(state, auto as AutomaticBps)
        expect(bps).toBeGreaterThanOrEqual(0)
        expect(bps).toBeLessThanOrEqual(5_000)
        expect(nextSlippage(state, { type: 'reset' })).toEqual(unsetText)
      },
    ),
    { seed: 8, numRuns: 500 },
  )
})

const sellToken = `0x${'aa'.repeat(20)}`
const buyToken = `0x${'bb'.repeat(20)}`

function offerOf(quote: Partial<QuoteAnswer['quote']>) {
  const amounts = { sellAmount: '1000000', buyAmount: '3214567', feeAmount: '1201' }
  const given = {
    sellToken,
    buyToken,
    kind: 'sell',
    partiallyFillable: false,
    ...amounts,
    ...quote,
  }
  return dateOffer({ quote: given, expiration: '2026-11-21T00:00:00Z' } as QuoteAnswer, {
    nowMs: 0,
  })
}

test('the base token is the sold one of a sell order and the bought one of a buy order', () => {
  const sale = { baseTokenAddress: sellToken, quoteTokenAddress: buyToken }
  expect(slippageQuestion(offerOf({}), 1_800).params).toEqual(sale)
  const purchase = { baseTokenAddress: buyToken, quoteTokenAddress: sellToken }
  expect(slippageQuestion(offerOf({ kind: 'buy' }), 1_800).params).toEqual(purchase)
})

test('amounts, fee and validity are part of the request, rounded up to two digits', () => {
  expect(slippageQuestion(offerOf({}), 600).query).toEqual({
    orderKind: 'sell',
    partiallyFillable: 'false',
    sellAmount: '1000000',
    buyAmount: '3300000',
    feeAmount: '1300',
    expirationTimeInSeconds: '600',
  })
  const dust = offerOf({ sellAmount: '99', buyAmount: '991', feeAmount: '0' })
  const small = slippageQuestion(dust, 1_800)
  expect(small.query).toMatchObject({ sellAmount: '99', buyAmount: '1000', feeAmount: '0' })
})
