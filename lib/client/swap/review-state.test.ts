import fc from 'fast-check'
import { UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import { dateOffer, type OrderOffer } from './quote-offer'
import {
  canStop,
  isWorse,
  nextReview,
  type ReviewEvent,
  type ReviewFailure,
  readReviewFailure,
  startReview,
} from './review-state'

const offerOf = (buyAmount: string, slippageBps = 50): OrderOffer => {
  const quote = { kind: 'sell', sellAmount: '990', feeAmount: '10', buyAmount }
  const answer = { quote, expiration: '2026-11-22T00:00:00Z' } as QuoteAnswer
  return { ...dateOffer(answer, { nowMs: 0 }), slippageBps }
}
const first = offerOf('1000')
const same = offerOf('1000')
const better = offerOf('1001')
const worse = offerOf('999')

const play = (...events: readonly ReviewEvent[]) => events.reduce(nextReview, startReview(first))
const offer = (newer: OrderOffer | undefined): ReviewEvent => ({ type: 'offer', offer: newer })
const sign = (id: number): ReviewEvent => ({ type: 'sign', id })
const signed = (id: number): ReviewEvent => ({ type: 'signed', id })
const fail = (id: number, failure: ReviewFailure): ReviewEvent => ({ type: 'fail', id, failure })
const posting = [sign(1), signed(1)] as const

describe('a newer price', () => {
  test('that is better is adopted, with a note', () => {
    expect(play(offer(better))).toMatchObject({ seen: better, improvedFrom: first })
  })

  test('that is equal is adopted silently', () => {
    const state = play(offer(same))
    expect(state.seen).toBe(same)
    expect(state.improvedFrom).toBeUndefined()
  })

  test('that is worse is signed only once accepted', () => {
    const state = play(offer(worse))
    expect(isWorse(state)).toBe(true)
    expect(nextReview(state, sign(1))).toBe(state)
    const accepted = nextReview(state, { type: 'accept' })
    expect(accepted.seen).toBe(worse)
    expect(nextReview(accepted, sign(1)).phase.at).toBe('signing')
  })

  test('that is worse than an improved one is worse', () => {
    expect(isWorse(play(offer(better), offer(first)))).toBe(true)
  })

  test('changes nothing during a wallet request, and is compared afterwards', () => {
    const asked = play(sign(1), offer(better))
    expect(asked.seen).toBe(first)
    expect(nextReview(asked, fail(1, 'declined')).seen).toBe(better)
  })

  test('with another slippage is adopted before a wallet request, not during it', () => {
    const wider = offerOf('1000', 80)
    expect(play(offer(wider)).seen.slippageBps).toBe(80)
    const asked = play(sign(1), offer(wider))
    expect(asked.seen.slippageBps).toBe(50)
    expect(nextReview(asked, sign(2)).seen.slippageBps).toBe(50)
    expect(nextReview(nextReview(asked, sign(2)), signed(2)).seen.slippageBps).toBe(50)
    expect(nextReview(asked, fail(1, 'declined')).seen.slippageBps).toBe(80)
  })

  test('that is loading leaves nothing to sign', () => {
    expect(play(offer(undefined), sign(1)).phase.at).toBe('review')
  })
})

describe('stages of a review', () => {
  test.each<[string, readonly ReviewEvent[], object]>([
    ['begins with the review', [], { at: 'review' }],
    ['asks the wallet', [sign(1)], { at: 'signing', id: 1, isLate: false }],
    ['reports a silent wallet', [sign(1), { type: 'late', id: 1 }], { isLate: true }],
    [
      'asks a silent wallet again',
      [sign(1), { type: 'late', id: 1 }, sign(2)],
      { id: 2, isLate: false },
    ],
    [
      'ignores an answer to an older request',
      [sign(1), sign(2), signed(1)],
      { at: 'signing', id: 2 },
    ],
    ['submits a signed order', posting, { at: 'posting', id: 1 }],
    [
      'retries with the same signature',
      [...posting, { type: 'retry', id: 1, seconds: 4 }],
      { at: 'posting', retrySeconds: 4 },
    ],
    [
      'reports a silent service',
      [...posting, { type: 'late', id: 1 }],
      { at: 'posting', isLate: true },
    ],
    ['can be stopped meanwhile', [...posting, { type: 'stop' }], { at: 'review' }],
    [
      'ignores an answer to a cancelled submission',
      [...posting, { type: 'stop' }, { type: 'place', id: 1 }],
      { at: 'review' },
    ],
    ['ends with an order', [...posting, { type: 'place', id: 1 }], { at: 'placed' }],
    ['is closed by its owner', [{ type: 'leave', why: 'closed' }], { at: 'left', why: 'closed' }],
    [
      'is not closed while the wallet is asked',
      [sign(1), { type: 'leave', why: 'closed' }],
      { at: 'signing' },
    ],
    [
      'is closed while the wallet is silent',
      [sign(1), { type: 'late', id: 1 }, { type: 'leave', why: 'closed' }],
      { at: 'left', why: 'closed' },
    ],
    [
      'ends when the account changes',
      [{ type: 'leave', why: 'other-account' }],
      { at: 'left', why: 'other-account' },
    ],
    [
      'ends when the network changes, even during a wallet request',
      [sign(1), { type: 'leave', why: 'other-network' }],
      { at: 'left' },
    ],
    ['ends when the wallet disconnects', [{ type: 'leave', why: 'disconnected' }], { at: 'left' }],
    [
      'continues once it is signed',
      [...posting, { type: 'leave', why: 'disconnected' }],
      { at: 'posting' },
    ],
  ])('%s', (_, events, phase) => {
    expect(play(...events).phase).toMatchObject(phase)
  })
})

test('a submission can be cancelled while the service is busy or silent, not before', () => {
  const can = (...events: readonly ReviewEvent[]) => canStop(play(...events).phase)
  expect(can(sign(1))).toBe(false)
  expect(can(...posting)).toBe(false)
  expect(can(...posting, { type: 'late', id: 1 })).toBe(true)
  expect(can(...posting, { type: 'retry', id: 1, seconds: 4 })).toBe(true)
})

describe('a failure', () => {
  const refused = (errorType: string, status = 400) => new ApiError(status, { errorType })
  const wrapped = new Error('outer', { cause: new UserRejectedRequestError(new Error('no')) })

  test.each<[string, unknown, object]>([
    ['a wallet that declines', wrapped, { at: 'review', failure: 'declined' }],
    ['another network', new SigningError('other-network'), { failure: 'other-network' }],
    ['another account', new SigningError('other-account'), { at: 'left', why: 'other-account' }],
    ['another struct', new SigningError('no-signature'), { failure: 'other-signature' }],
    ['other data', new SigningError('other-signature'), { failure: 'other-signature' }],
    ['another contract', new SigningError('other-domain'), { at: 'review', failure: 'refused' }],
    ['InvalidSignature', refused('InvalidSignature'), { failure: 'other-signature' }],
    ['InsufficientBalance', refused('InsufficientBalance'), { at: 'left', why: 'balance' }],
    ['InsufficientAllowance', refused('InsufficientAllowance'), { failure: 'allowance' }],
    ['OrderExpired', refused('OrderExpired'), { at: 'review', failure: 'expired' }],
    ['InsufficientValidTo', refused('InsufficientValidTo'), { failure: 'expired' }],
    ['SellAmountOverflow', refused('SellAmountOverflow'), { at: 'left', why: 'amount' }],
    ['BuyAmountOverflow', refused('BuyAmountOverflow'), { at: 'left', why: 'amount' }],
    ['InvalidAppData', refused('InvalidAppData'), { failure: 'app-data' }],
    ['Forbidden', refused('Forbidden', 403), { at: 'forbidden' }],
    ['429', refused('RateLimited', 429), { failure: 'down' }],
    ['500', refused('InternalServerError', 500), { failure: 'down' }],
    ['a lost connection', new TypeError('Failed to fetch'), { failure: 'down' }],
    ['anything else', refused('UnsupportedToken'), { failure: 'refused' }],
  ])('by %s', (_, error, phase) => {
    expect(play(...posting, fail(1, readReviewFailure(error))).phase).toMatchObject(phase)
  })

  test('of an older request is ignored', () => {
    const state = play(sign(1), sign(2))
    expect(nextReview(state, fail(1, 'declined'))).toEqual(state)
  })
})

const anyId = fc.nat(3)
const failures = fc.constantFrom<ReviewFailure>(
  'declined',
  'balance',
  'forbidden',
  'down',
  'expired',
)
const anyEvent = fc.oneof<fc.Arbitrary<ReviewEvent>[]>(
  fc.constantFrom(undefined, first, same, better, worse).map(offer),
  fc.constantFrom<ReviewEvent>({ type: 'accept' }, { type: 'stop' }),
  anyId.map(sign),
  anyId.map(signed),
  anyId.map((id) => ({ type: 'late', id })),
  anyId.map((id) => ({ type: 'retry', id, seconds: 2 })),
  fc.tuple(anyId, failures).map(([id, failure]) => fail(id, failure)),
  fc.constantFrom('closed', 'other-network').map((why) => ({ type: 'leave', why }) as ReviewEvent),
)

test('no sequence of events traps the owner, who can place the order or leave', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state = play(...events)
      const { phase } = state
      if (phase.at === 'left' || phase.at === 'placed') return
      // Pending requests to the wallet and the service end, or are cancelled.
      if (phase.at === 'signing') state = nextReview(state, fail(phase.id, 'declined'))
      if (phase.at === 'posting') state = nextReview(state, { type: 'stop' })
      const left = nextReview(state, { type: 'leave', why: 'closed' })
      expect(left.phase).toEqual({ at: 'left', why: 'closed' })
      if (phase.at === 'forbidden') return
      const way = [offer(better), { type: 'accept' } as const, sign(9), signed(9)]
      const placed = [...way, { type: 'place', id: 9 } as const].reduce(nextReview, state)
      expect(placed).toMatchObject({ seen: better, phase: { at: 'placed' } })
    }),
    { seed: 8, numRuns: 500 },
  )
})
