import { describe, expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { translatorOf } from '@/lib/testing/translator-of'
import {
  type ApprovalEvent,
  type ApprovalState,
  nextApproval,
  startApproval,
} from './approval-state'
import { dateOffer } from './quote-offer'
import { decideReviewAction, type ReviewFacts, reviewActionText } from './review-action'
import { nextReview, type ReviewEvent, type ReviewState, startReview } from './review-state'

const t = translatorOf('swap')

const offerOf = (buyAmount: string) => {
  const quote = { kind: 'sell', sellAmount: '990', feeAmount: '10', buyAmount }
  const answer = { quote, expiration: '2026-11-22T00:00:00Z' } as QuoteAnswer
  return { ...dateOffer(answer, { nowMs: 0 }), slippageBps: 50 }
}
const review = (...events: readonly ReviewEvent[]): ReviewState =>
  events.reduce(nextReview, startReview(offerOf('1000')))
const approval = (...events: readonly ApprovalEvent[]): ApprovalState =>
  events.reduce(nextApproval, startApproval(100n))

const hash = `0x${'ab'.repeat(32)}` as const
const enough = approval({ type: 'read', allowance: 100n })
const none: ApprovalEvent = { type: 'read', allowance: 0n }
const ask: ApprovalEvent = { type: 'ask', id: 1, step: 'approve' }
const reset: ApprovalEvent = { type: 'ask', id: 1, step: 'reset' }
const send: ApprovalEvent = { type: 'send', id: 1, hash }
const mine: ApprovalEvent = { type: 'mine', id: 1 }
const sign: ReviewEvent = { type: 'sign', id: 1 }
const signed: ReviewEvent = { type: 'signed', id: 1 }
const ready: ReviewFacts = {
  review: review(),
  approval: enough,
  quote: 'firm',
  signing: 'key',
  permit: 'none',
  loss: 'low',
  hasConsent: true,
}

const names = { sellSymbol: 'USDC', networkTitle: 'Sepolia', retrySeconds: 4 }
const press = (facts: Partial<ReviewFacts>) => {
  const { step, does, isBusy } = decideReviewAction({ ...ready, ...facts })
  return [reviewActionText(t, step, names), isBusy ? 'busy' : does]
}

test('the native token needs no allowance', () => {
  const paid = { signing: 'native', approval: approval(none) } as const
  expect(press(paid)).toEqual(['Place order', 'sign'])
})

describe('the review’s button', () => {
  test.each<[string, string, Partial<ReviewFacts>]>([
    ['Sign order', 'sign', {}],
    ['Could not get a quote', 'none', { quote: 'failed' }],
    ['Confirm in your wallet…', 'busy', { review: review(sign) }],
    ['Ask the wallet again', 'sign', { review: review(sign, { type: 'late', id: 1 }) }],
    ['Sending…', 'busy', { review: review(sign, signed) }],
    [
      'Service busy, retrying in 4 s',
      'busy',
      { review: review(sign, signed, { type: 'retry', id: 1, seconds: 4 }) },
    ],
    ['Order placed', 'busy', { review: review(sign, signed, { type: 'place', id: 1 }) }],
    [
      'This wallet cannot place orders here',
      'none',
      { review: review(sign, { type: 'fail', id: 1, failure: 'forbidden' }) },
    ],
    ['Approve USDC', 'approve', { approval: approval(none) }],
    ['Confirm in your wallet…', 'busy', { approval: approval(none, ask) }],
    ['Ask the wallet again', 'approve', { approval: approval(none, ask, { type: 'late', id: 1 }) }],
    ['Resetting the USDC allowance…', 'busy', { approval: approval(none, reset) }],
    ['Resetting the USDC allowance…', 'busy', { approval: approval(none, reset, send) }],
    ['Approving USDC…', 'busy', { approval: approval(none, ask, send) }],
    ['Checking your allowance…', 'busy', { approval: approval(none, ask, send, mine) }],
    [
      'Approve USDC again',
      'approve',
      { approval: approval(none, ask, send, mine, { ...none, id: 1 }) },
    ],
    ['Accept new price', 'accept', { review: review({ type: 'offer', offer: offerOf('999') }) }],
    ['Updating price…', 'busy', { quote: 'refreshing' }],
    ['Updating price…', 'busy', { review: review({ type: 'offer', offer: undefined }) }],
    ['Checking your allowance…', 'busy', { approval: approval() }],
    [
      'Switch to Sepolia',
      'switch-network',
      { review: review(sign, { type: 'fail', id: 1, failure: 'other-network' }) },
    ],
    ['Comparing the values…', 'busy', { loss: 'loading' }],
    ['Checking your wallet…', 'busy', { signing: 'unknown' }],
    ['Sign order', 'sign', { signing: 'message' }],
    ['Place order', 'sign', { signing: 'transaction' }],
    ['Approve USDC', 'approve', { signing: 'transaction', approval: approval(none) }],
    ['Place order', 'sign', { signing: 'batch', approval: approval(none) }],
    [
      'Ask the wallet again',
      'approve',
      { signing: 'transaction', approval: approval(none, ask, send, { type: 'late', id: 1 }) },
    ],
    ['Accept the risk first', 'none', { hasConsent: false }],
    ['Sign permit', 'permit', { approval: approval(none), permit: 'available' }],
    ['Confirm in your wallet…', 'busy', { approval: approval(none), permit: 'wallet' }],
    ['Ask the wallet again', 'permit', { approval: approval(none), permit: 'late' }],
    ['Sign order', 'sign', { approval: approval(none), permit: 'cached' }],
    ['Checking your allowance…', 'busy', { approval: approval(), permit: 'cached' }],
    [
      'Accept the risk first',
      'none',
      { approval: approval(none), permit: 'cached', hasConsent: false },
    ],
  ])('shows "%s", with the action %s', (label, does, facts) => {
    expect(press(facts)).toEqual([label, does])
  })

  test('shows a pending transaction before any other state', () => {
    const worse = review({ type: 'offer', offer: offerOf('999') })
    const facts = { approval: approval(none, ask, send), review: worse, hasConsent: false }
    expect(press(facts)).toEqual(['Approving USDC…', 'busy'])
  })

  test('requires consent to a risk before placing an order that is signed later', () => {
    expect(press({ signing: 'batch', hasConsent: false })[0]).toBe('Accept the risk first')
  })

  test('requires a worse price to be accepted before any approval or signature', () => {
    const worse = review({ type: 'offer', offer: offerOf('999') })
    expect(press({ approval: approval(none), review: worse })[1]).toBe('accept')
  })
})
