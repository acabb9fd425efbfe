import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { noAnswer, type QuoteTrouble } from './quote-failure'
import { dateOffer, type QuoteKey } from './quote-offer'
import {
  nextQuote,
  noQuote,
  type QuoteEvent,
  type QuoteState,
  quoteStage,
  quoteWakesAt,
  viewQuote,
} from './quote-state'

const weth = `0x${'11'.repeat(20)}` as const
const usdc = `0x${'22'.repeat(20)}` as const
const keyOf = (amount: bigint, sellToken: QuoteKey['sellToken'] = weth): QuoteKey => ({
  ...{ sellToken, buyToken: usdc, kind: 'sell', amount, from: weth },
  ...{ receiver: undefined, validSeconds: 1_800, referrerCode: undefined },
})
const one = keyOf(1n)
const two = keyOf(2n)

/** An offer that arrives at a time and is valid for 45 seconds. */
const offerAt = (nowMs: number) =>
  dateOffer({ expiration: new Date(nowMs + 45_000).toISOString() } as QuoteAnswer, { nowMs })

type Step = QuoteEvent extends infer E ? (E extends QuoteEvent ? Omit<E, 'nowMs'> : never) : never

/** Runs steps at their times. */
const play = (...steps: readonly (readonly [number, Step])[]): QuoteState =>
  steps.reduce<QuoteState>(
    (state, [nowMs, step]) => nextQuote(state, { ...step, nowMs } as QuoteEvent),
    noQuote,
  )

const form = (key: QuoteKey | undefined, isTyping = false): Step => ({
  type: 'form',
  key,
  isTyping,
})
const answer = (id: number, nowMs: number, isFirm = true): Step => ({
  ...{ type: 'answer', id, offer: offerAt(nowMs), isFirm },
})
const fail = (id: number, trouble: QuoteTrouble, waitMs = 1_000): Step => ({
  ...{ type: 'fail', id, failure: { trouble, message: '' }, waitMs },
})
const page = (isVisible: boolean, isOnline = true): Step => ({ type: 'page', isVisible, isOnline })
const focus: Step = { type: 'focus' }
const wake: Step = { type: 'wake' }
const firm = [
  [0, form(one)],
  [100, answer(1, 100)],
] as const

describe('stages of a quote', () => {
  test.each<[string, readonly (readonly [number, Step])[], number, string]>([
    ['nothing to price is idle', [], 0, 'idle'],
    ['typing is debounced', [[0, form(one, true)]], 299, 'debouncing'],
    [
      '300 ms after the last key the service is asked',
      [
        [0, form(one, true)],
        [300, wake],
      ],
      300,
      'loading',
    ],
    ['Max, paste and tokens are not waited for', [[0, form(one)]], 0, 'loading'],
    ['an answer is firm', [...firm], 100, 'firm'],
    [
      'a first estimate is not firm',
      [
        [0, form(one)],
        [50, answer(1, 50, false)],
      ],
      50,
      'loading',
    ],
    ['it is refreshed after 30 seconds', [...firm, [30_100, wake]], 30_100, 'refreshing'],
    ['it expires when the service says', [...firm, [30_100, wake]], 45_100, 'expired'],
    [
      'the next answer is firm again',
      [...firm, [30_100, wake], [46_000, answer(2, 46_000)]],
      46_000,
      'firm',
    ],
    ['another amount has no quote yet', [...firm, [200, form(two)]], 200, 'loading'],
    [
      'a refusal is an error',
      [
        [0, form(one)],
        [90, fail(1, 'no-route')],
      ],
      90,
      'failed',
    ],
    [
      'a new key clears the error',
      [
        [0, form(one)],
        [90, fail(1, 'no-route')],
        [99, form(two)],
      ],
      99,
      'loading',
    ],
    ['an empty form is idle again', [...firm, [200, form(undefined)]], 200, 'idle'],
  ])('%s', (_, steps, nowMs, stage) => {
    expect(quoteStage(play(...steps), nowMs)).toBe(stage)
  })
})

describe('an answer', () => {
  test('for an older key is ignored', () => {
    const state = play([0, form(one)], [10, form(two)], [20, answer(1, 20)])
    expect(state.shown).toBeUndefined()
  })

  test('to an older request is ignored', () => {
    const steps = [...firm, [30_100, wake], [30_200, fail(2, 'down')], [31_200, wake]] as const
    const state = play(...steps)
    expect(state.activity).toMatchObject({ at: 'ask', id: 3, try: 2 })
    expect(nextQuote(state, { ...answer(2, 32_000), nowMs: 32_000 } as QuoteEvent)).toBe(state)
  })

  test('may be signed for exactly the form’s state, and while it is firm', () => {
    const state = play(...firm)
    expect(viewQuote(state, { key: one, reached: quoteStage(state, 100) }).signable).toEqual(
      offerAt(100),
    )
    expect(viewQuote(state, { key: two, reached: quoteStage(state, 100) }).signable).toBeUndefined()
    expect(
      viewQuote(state, { key: one, reached: quoteStage(state, 45_100) }).signable,
    ).toBeUndefined()
  })

  test('with an estimate is shown but cannot be signed; it never replaces a firm quote', () => {
    const state = play([0, form(one)], [50, answer(1, 50, false)])
    expect(state.shown?.offer).toEqual(offerAt(50))
    expect(viewQuote(state, { key: one, reached: quoteStage(state, 50) }).signable).toBeUndefined()
    const refreshing = play(...firm, [30_100, wake], [30_200, answer(2, 30_200, false)])
    expect(refreshing.shown).toMatchObject({ isFirm: true, offer: offerAt(100) })
  })

  test('for an older form is hidden as soon as the form changes', () => {
    const state = play(...firm)
    // The form has changed since the last event.
    expect(viewQuote(state, { key: two, reached: quoteStage(state, 100) }).offer).toBeUndefined()
    expect(play(...firm, [200, form(two, true)]).shown).toBeUndefined()
  })
})

describe('a failure', () => {
  test.each<[QuoteTrouble]>([['too-small'], ['no-route'], ['unsupported-token'], ['invalid']])(
    '%s is not retried automatically',
    (trouble) => {
      const state = play([0, form(one)], [90, fail(1, trouble)])
      expect(quoteWakesAt(state)).toBeUndefined()
      expect(nextQuote(state, { type: 'retry', nowMs: 100 }).activity.at).toBe('ask')
    },
  )

  test('while the service is down is retried up to three attempts, then reported', () => {
    const steps = [
      [0, form(one)],
      [10, fail(1, 'down')],
      [1_010, wake],
      [1_020, fail(2, 'down')],
    ] as const
    expect(play(...steps).activity).toEqual({ at: 'wait', untilMs: 2_020, try: 3 })
    const state = play(...steps, [2_020, wake], [2_030, fail(3, 'down')])
    expect(quoteStage(state, 2_030)).toBe('failed')
    expect(quoteWakesAt(state)).toBe(12_030)
  })

  test('while the service is busy is retried within the time limit', () => {
    const soon = play([0, form(one)], [100, fail(1, 'busy', 5_000)])
    expect(soon.activity).toMatchObject({ at: 'wait', untilMs: 5_100 })
    const late = play([0, form(one)], [100, fail(1, 'busy', 6_000)])
    expect(quoteStage(late, 100)).toBe('failed')
    expect(quoteWakesAt(late)).toBe(10_100)
    // It is not requested before Retry-After.
    expect(quoteWakesAt(play([0, form(one)], [100, fail(1, 'busy', 60_000)]))).toBe(60_100)
  })

  test('keeps the last quote until it may no longer be signed', () => {
    const state = play(...firm, [30_100, wake], [30_200, fail(2, 'busy', 20_000)])
    expect(quoteStage(state, 30_200)).toBe('firm')
    expect(viewQuote(state, { key: one, reached: 'firm' }).signable).toEqual(offerAt(100))
    expect(quoteStage(state, 45_100)).toBe('failed')
    expect(viewQuote(state, { key: one, reached: 'failed' }).offer).toBeUndefined()
  })

  test('is reported six seconds after the first attempt, however many there were', () => {
    const silent = play([0, form(one, true)], [300, wake])
    expect(quoteWakesAt(silent)).toBe(6_300)
    const ended = nextQuote(silent, { type: 'wake', nowMs: 6_300 })
    expect(ended).toMatchObject({ failure: noAnswer, activity: { at: 'rest' } })
    expect(quoteStage(ended, 6_300)).toBe('failed')
    const again = play([0, form(one)], [4_000, fail(1, 'down', 1_000)], [5_000, wake])
    expect(quoteWakesAt(again)).toBe(6_000)
    expect(quoteStage(nextQuote(again, { type: 'wake', nowMs: 6_000 }), 6_000)).toBe('failed')
  })

  test('gets another six seconds when the user retries, or the page is visible again', () => {
    const ended = play([0, form(one)], [6_000, wake])
    expect(quoteWakesAt(nextQuote(ended, { type: 'retry', nowMs: 9_000 }))).toBe(15_000)
    const away = [
      [10, page(true, false)],
      [20_000, page(true)],
      [20_000, wake],
    ] as const
    expect(quoteWakesAt(play([0, form(one)], [5, fail(1, 'down')], ...away))).toBe(26_000)
  })

  test('gets another six seconds if the machine slept between or during attempts', () => {
    const woken = play([0, form(one)], [100, fail(1, 'busy', 1_000)], [60_000, wake])
    expect(woken.activity).toMatchObject({ at: 'ask', try: 1 })
    expect(quoteWakesAt(woken)).toBe(66_000)
    const answerless = play([0, form(one)], [60_000, wake])
    expect(answerless.activity).toMatchObject({ at: 'ask', id: 2, try: 1 })
    expect(quoteWakesAt(answerless)).toBe(66_000)
  })
})

describe('a page that is hidden or offline', () => {
  test('requests nothing', () => {
    expect(quoteWakesAt(play(...firm, [200, page(false)]))).toBeUndefined()
    expect(play([0, page(true, false)], [10, form(one)]).activity.at).toBe('wait')
  })

  test('requests a quote on return if the last one is older than 10 seconds', () => {
    const back = (nowMs: number) =>
      play(...firm, [200, page(false)], [nowMs, page(true)]).activity.at
    expect(back(10_100)).toBe('rest')
    expect(back(10_101)).toBe('ask')
  })

  test('does not count interrupted attempts', () => {
    const state = play(
      [0, form(one)],
      [10, page(true, false)],
      [20, fail(1, 'down')],
      [30, page(true)],
    )
    expect(state).toMatchObject({
      failure: undefined,
      activity: { at: 'wait', untilMs: 20, try: 1 },
    })
  })
})

describe('a window that gets the focus', () => {
  const activity = (...steps: readonly (readonly [number, Step])[]) => play(...steps).activity.at

  test('requests again if the shown quote is older than 10 seconds', () => {
    expect(activity(...firm, [10_100, focus])).toBe('rest')
    expect(activity(...firm, [10_101, focus])).toBe('ask')
    const asked = play(...firm, [30_100, wake])
    expect(nextQuote(asked, { type: 'focus', nowMs: 30_200 })).toBe(asked)
  })

  test('retries a failure that may have passed, not a refusal', () => {
    const down = [
      [0, form(one)],
      [10, fail(1, 'down')],
      [1_010, wake],
      [1_020, fail(2, 'down')],
      [2_020, wake],
      [2_030, fail(3, 'down')],
    ] as const
    expect(activity(...down, [2_100, focus])).toBe('ask')
    expect(activity([0, form(one)], [90, fail(1, 'no-route')], [20_000, focus])).toBe('rest')
  })

  test('requests nothing if there is nothing to price, or offline', () => {
    expect(activity([20_000, focus])).toBe('rest')
    expect(activity(...firm, [200, page(true, false)], [20_000, focus])).toBe('rest')
  })
})

const troubles = fc.constantFrom<QuoteTrouble>('too-small', 'no-route', 'invalid', 'busy', 'down')
const anyStep = fc.oneof(
  fc.record({
    type: fc.constant('form' as const),
    key: fc.constantFrom(undefined, one, two, keyOf(1n, usdc)),
    isTyping: fc.boolean(),
  }),
  fc.constant(wake),
  fc.record({ id: fc.nat(6), isFirm: fc.boolean() }).map(({ id, isFirm }) => answer(id, 0, isFirm)),
  fc.record({ id: fc.nat(6), trouble: troubles }).map(({ id, trouble }) => fail(id, trouble)),
  fc.record({
    type: fc.constant('page' as const),
    isVisible: fc.boolean(),
    isOnline: fc.boolean(),
  }),
  fc.constantFrom<Step>({ type: 'retry' }, focus),
)

/** Runs everything that is due, with a service that answers. */
function advance(state: QuoteState, nowMs: number): QuoteState {
  const { activity } = state
  if (activity.at === 'ask') {
    return nextQuote(state, { ...answer(activity.id, nowMs), nowMs } as QuoteEvent)
  }
  return nextQuote(state, { type: 'wake', nowMs: Math.max(nowMs, quoteWakesAt(state) ?? 0) })
}

test('from every sequence of events, a visible page and a retry lead to a firm quote', () => {
  const run = fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), anyStep), { maxLength: 30 })
  fc.assert(
    fc.property(run, (steps) => {
      const moments = steps.map((_, index) =>
        steps.slice(0, index + 1).reduce((sum, [gap]) => sum + gap, 0),
      )
      const timed = steps.map(([, step], index) => [moments[index] ?? 0, step] as const)
      let nowMs = moments.at(-1) ?? 0
      let state = nextQuote(play(...timed), { ...page(true), nowMs } as QuoteEvent)
      if (state.key === undefined) return
      if (quoteStage(state, nowMs) === 'failed') state = nextQuote(state, { type: 'retry', nowMs })
      for (let step = 0; step < 4 && state.activity.at !== 'rest'; step++) {
        nowMs = Math.max(nowMs, state.activity.at === 'ask' ? 0 : state.activity.untilMs)
        state = advance(state, nowMs)
      }
      if (quoteStage(state, nowMs) === 'expired') {
        state = advance(advance(state, nowMs), nowMs)
      }
      expect(quoteStage(state, nowMs)).toBe('firm')
      expect(nextQuote(state, { ...form(undefined), nowMs } as QuoteEvent).key).toBeUndefined()
    }),
    { seed: 8, numRuns: 500 },
  )
})
