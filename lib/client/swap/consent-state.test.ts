import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConsentEvent, consentFor, hasConsent, nextConsent, noConsent } from './consent-state'
import { impactSteps, limitSteps, rateLoss, type ValueLoss } from './value-loss'

test.each<[number | undefined, 'loading' | 'ready', ValueLoss]>([
  [undefined, 'loading', 'loading'],
  [undefined, 'ready', 'unknown'],
  [-300, 'ready', 'low'],
  [99, 'ready', 'low'],
  [100, 'ready', 'mild'],
  [499, 'ready', 'mild'],
  [500, 'ready', 'high'],
  [1_499, 'ready', 'high'],
  [1_500, 'ready', 'critical'],
  [10_000, 'loading', 'critical'],
])('rates an impact of %s bps, with prices %s, as %s', (bps, prices, loss) => {
  expect(rateLoss(bps, { prices, steps: impactSteps })).toBe(loss)
})

test.each<[number, ValueLoss]>([
  [-300, 'low'],
  [199, 'low'],
  [200, 'mild'],
  [999, 'mild'],
  [1_000, 'high'],
  [2_999, 'high'],
  [3_000, 'critical'],
])('rates a limit %s bps below the market as %s', (bps, loss) => {
  expect(rateLoss(bps, { prices: 'ready', steps: limitSteps })).toBe(loss)
})

const asks = (loss: ValueLoss, { slippageBps = 50, isToContract = false } = {}) => ({
  risks: { loss, slippageBps, isToContract },
  confirmWord: 'confirm',
})
const large = { slippageBps: 2_000 }
const play = (...events: readonly ConsentEvent[]) => events.reduce(nextConsent, noConsent('a'))
const tickLoss = (loss: ValueLoss): ConsentEvent => ({ type: 'loss', loss })
const tickSlippage: ConsentEvent = { type: 'tick', to: 'slippage', isOn: true }
const tickRecipient: ConsentEvent = { type: 'tick', to: 'recipient', isOn: true }

describe('consent', () => {
  test.each<[ValueLoss, 'none' | 'tick' | 'word']>([
    ['low', 'none'],
    ['mild', 'none'],
    ['high', 'none'],
    ['unknown', 'tick'],
    ['critical', 'word'],
  ])('for a loss rated %s: %s', (loss, kind) => {
    expect(consentFor(loss)).toBe(kind)
    expect(hasConsent(play(), asks(loss))).toBe(kind === 'none')
    expect(hasConsent(play(tickLoss(loss)), asks(loss))).toBe(kind !== 'word')
  })

  test('the word is accepted in any case, but only in full', () => {
    const typed = (text: string) => hasConsent(play({ type: 'word', text }), asks('critical'))
    expect(typed(' Confirm ')).toBe(true)
    expect(typed('confir')).toBe(false)
  })

  test('a slippage of 20 % needs a checkbox of its own', () => {
    expect(hasConsent(play(tickLoss('low')), asks('low', large))).toBe(false)
    expect(hasConsent(play(tickSlippage), asks('low', large))).toBe(true)
  })

  test('a contract as recipient needs a checkbox of its own', () => {
    const toContract = asks('low', { isToContract: true })
    expect(hasConsent(play(tickLoss('high'), tickSlippage), toContract)).toBe(false)
    expect(hasConsent(play(tickRecipient), toContract)).toBe(true)
  })

  test('can be withdrawn', () => {
    const taken = play(tickLoss('unknown'), { type: 'loss', loss: undefined })
    expect(hasConsent(taken, asks('unknown'))).toBe(false)
  })

  test('given while prices were unknown does not cover a known loss', () => {
    expect(hasConsent(play(tickLoss('unknown')), asks('critical'))).toBe(false)
  })
})

test('another order starts without consents, and every order can get them', () => {
  const event = fc.oneof<fc.Arbitrary<ConsentEvent>[]>(
    fc.constantFrom(tickLoss('high'), tickLoss('unknown'), tickSlippage, tickRecipient),
    fc.constantFrom('confirm', 'no').map((text) => ({ type: 'word', text })),
    fc.constantFrom('a', 'b').map((keyId) => ({ type: 'key', keyId })),
  )
  const losses = fc.constantFrom<ValueLoss>('low', 'mild', 'high', 'critical', 'unknown')
  fc.assert(
    fc.property(fc.array(event), losses, fc.boolean(), (events, loss, isRisky) => {
      const state = play(...events)
      expect(nextConsent(state, { type: 'key', keyId: 'c' })).toEqual(noConsent('c'))
      const risks = isRisky ? { ...large, isToContract: true } : {}
      const given = [
        tickLoss(loss),
        tickSlippage,
        tickRecipient,
        { type: 'word', text: 'confirm' } as const,
      ]
      expect(hasConsent(given.reduce(nextConsent, state), asks(loss, risks))).toBe(true)
    }),
    { seed: 8 },
  )
})
