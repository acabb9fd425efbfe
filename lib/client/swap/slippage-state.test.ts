import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AutomaticBps,
  automaticSlippage,
  nextSlippage,
  type SlippageEvent,
  viewSlippage,
} from './slippage-state'

const typed = (text: string) => nextSlippage(automaticSlippage, { type: 'type', text })

describe('without a choice', () => {
  test.each<[string, AutomaticBps, object]>([
    ['is on its way', 'loading', { bps: 50, source: 'default', isLoading: true }],
    ['is there', 37, { bps: 37, source: 'automatic', isLoading: false }],
    ['is missing', undefined, { bps: 50, source: 'default', isLoading: false }],
  ])('what the service says holds: it %s', (_, automatic, view) => {
    expect(viewSlippage(automaticSlippage, automatic)).toMatchObject({ ...view, isInvalid: false })
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
    ['19.99', undefined, { needsConsent: false }],
    ['20', undefined, { bps: 2_000, needsConsent: true }],
  ])('of %s %% where the service says %s', (text, automatic, view) => {
    expect(viewSlippage(typed(text), automatic)).toMatchObject({ source: 'custom', ...view })
  })

  test('that is none leaves the automatic one, and is gone with its field', () => {
    const state = typed('51')
    expect(viewSlippage(state, 37)).toMatchObject({ bps: 37, isInvalid: true, text: '51' })
    expect(nextSlippage(state, { type: 'leave' })).toEqual(automaticSlippage)
    expect(nextSlippage(typed('7'), { type: 'leave' })).toEqual({ text: '7' })
  })
})

test('no sequence of events leads to a slippage that cannot be signed, or not back to the automatic one', () => {
  const event = fc.oneof<fc.Arbitrary<SlippageEvent>[]>(
    fc.record({ type: fc.constant('type' as const), text: fc.string({ unit: 'grapheme' }) }),
    fc
      .double({ min: 0, max: 99, noNaN: true })
      .map((percent) => ({ type: 'type', text: percent.toFixed(2) })),
    fc.constantFrom<SlippageEvent>({ type: 'leave' }, { type: 'reset' }),
  )
  fc.assert(
    fc.property(
      fc.array(event),
      fc.constantFrom('loading', undefined, 3, 9_999),
      (events, auto) => {
        const state = events.reduce(nextSlippage, automaticSlippage)
        const { bps } = viewSlippage(state, auto as AutomaticBps)
        expect(bps).toBeGreaterThanOrEqual(0)
        expect(bps).toBeLessThanOrEqual(5_000)
        expect(nextSlippage(state, { type: 'reset' })).toEqual(automaticSlippage)
      },
    ),
    { seed: 8, numRuns: 500 },
  )
})
