import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import type { OrderStatus } from '@/lib/core/order'
import { translatorOf } from '@/lib/testing/translator-of'
import {
  type CancelEvent,
  type CancelState,
  cancelTrouble,
  cancelTroubleText,
  isBusy,
  nextCancel,
  noCancellation,
} from './cancel-state'

const [one, two] = ['0x01', '0x02'] as const
const after = (...events: readonly CancelEvent[]): CancelState =>
  events.reduce(nextCancel, noCancellation)
const open: CancelEvent = { type: 'open', uids: [one], way: 'signature' }
const both: CancelEvent = { type: 'open', uids: [one, two], way: 'signature' }
const ask: CancelEvent = { type: 'ask', id: 1 }
const send: CancelEvent = { type: 'send', id: 1 }
const accept: CancelEvent = { type: 'accept', id: 1 }
const learn = (uid: Hex, status: OrderStatus): CancelEvent => ({
  type: 'learn',
  orders: [{ uid, status }],
})

test('a cancellation is confirmed, signed and sent; then the row shows it', () => {
  expect(after(open).step).toEqual({ at: 'asking', uids: [one], way: 'signature' })
  expect(after(open, ask).step).toMatchObject({ at: 'wallet', id: 1 })
  expect(after(open, ask, send).step).toMatchObject({ at: 'sent', id: 1 })
  const accepted = after(open, ask, send, accept)
  expect(accepted.step.at).toBe('closed')
  expect([...accepted.requested]).toEqual([one])
})

test('a transaction cancels one order, a signature any number', () => {
  const byChain: CancelEvent = { type: 'choose', way: 'transaction' }
  expect(after(open, byChain).step).toMatchObject({ way: 'transaction' })
  expect(after(open, byChain, { type: 'choose', way: 'signature' }).step).toMatchObject({
    way: 'signature',
  })
  expect(after(both, byChain).step).toMatchObject({ way: 'signature' })
  expect(after(open, ask, byChain).step).toMatchObject({ at: 'wallet', way: 'signature' })
})

test('a failure returns to the dialog; another choice clears it', () => {
  const failed = after(open, ask, { type: 'fail', id: 1, uids: [one], trouble: 'declined' })
  expect(failed.step).toMatchObject({ at: 'asking', trouble: 'declined' })
  expect(nextCancel(failed, { type: 'choose', way: 'transaction' }).step).not.toHaveProperty(
    'trouble',
  )
  expect(nextCancel(failed, { type: 'ask', id: 2 }).step).toMatchObject({ at: 'wallet', id: 2 })
})

test('an order stays requested until the service reports its end', () => {
  const requested = after(open, ask, send, accept)
  expect([...nextCancel(requested, learn(one, 'open')).requested]).toEqual([one])
  const over = nextCancel(requested, learn(one, 'cancelled'))
  expect([...over.requested]).toEqual([])
  expect(over.outcomes.get(one)).toBe('cancelled')
})

test('a cancellation from before a reload stays requested until it ends or is lost', () => {
  const resumed = after({ type: 'resume', uid: one })
  expect([...resumed.requested]).toEqual([one])
  expect(resumed.step.at).toBe('closed')
  expect(nextCancel(resumed, learn(one, 'cancelled')).outcomes.get(one)).toBe('cancelled')
  expect([...nextCancel(resumed, { type: 'lose', uid: one }).requested]).toEqual([])
})

test('a fill takes precedence over a cancellation, before the answer and after', () => {
  const before = after(open, ask, learn(one, 'fulfilled'), send, accept)
  expect(before.outcomes.get(one)).toBe('filled')
  expect([...before.requested]).toEqual([])
  const late = after(open, ask, send, accept, learn(one, 'cancelled'), learn(one, 'fulfilled'))
  expect(late.outcomes.get(one)).toBe('filled')
})

test('closes the dialog once its only order has ended', () => {
  expect(after(open, learn(one, 'fulfilled')).step.at).toBe('closed')
  const failed = after(open, ask, send, { type: 'fail', id: 1, uids: [one], trouble: 'someEnded' })
  expect(nextCancel(failed, learn(one, 'fulfilled')).step.at).toBe('closed')
  const declined: CancelEvent = { type: 'fail', id: 1, uids: [one], trouble: 'declined' }
  expect(after(open, ask, learn(one, 'fulfilled'), declined).step.at).toBe('closed')
})

test('reports the outcome of each of several orders', () => {
  const known = after(both, ask, send, accept, learn(one, 'cancelled'))
  expect(known.step).toEqual({ at: 'accepted', uids: [one, two] })
  expect([...known.outcomes]).toEqual([[one, 'cancelled']])
  expect([...known.requested]).toEqual([two])
})

test('when one of several orders ends, the others stay in the dialog', () => {
  const failed = after(both, ask, send, { type: 'fail', id: 1, uids: [one], trouble: 'someEnded' })
  const rest = nextCancel(failed, learn(one, 'fulfilled'))
  expect(rest.step).toMatchObject({ at: 'asking', uids: [two], trouble: 'someEnded' })
  expect(rest.outcomes.get(one)).toBe('filled')
})

test('when all of several orders have ended, reports their outcomes', () => {
  const ended = { type: 'learn', orders: [one, two].map((uid) => ({ uid, status: 'expired' })) }
  expect(after(both, ended as CancelEvent).step).toEqual({ at: 'accepted', uids: [one, two] })
})

test('a sent cancellation ends once all its orders have ended, even if its transaction is never found', () => {
  const sent = after(open, ask, send)
  expect(nextCancel(sent, learn(two, 'cancelled')).step.at).toBe('sent')
  const ended = nextCancel(sent, learn(one, 'cancelled'))
  expect(ended.step.at).toBe('closed')
  expect(ended.outcomes.get(one)).toBe('cancelled')
  expect(nextCancel(ended, accept)).toEqual(ended)
})

test('ignores answers to older requests', () => {
  const again = after(
    open,
    ask,
    { type: 'fail', id: 1, uids: [one], trouble: 'failed' },
    { type: 'ask', id: 2 },
  )
  for (const event of [
    send,
    accept,
    { type: 'fail', id: 1, uids: [one], trouble: 'declined' } as const,
  ]) {
    expect(nextCancel(again, event)).toBe(again)
  }
})

test('closing drops the dialog only; a pending request is not reopened', () => {
  const closed = after(open, ask, send, { type: 'close' })
  expect(closed.step.at).toBe('closed')
  expect([...closed.requested]).toEqual([one])
  expect(nextCancel(closed, accept)).toBe(closed)
  const failed = nextCancel(closed, { type: 'fail', id: 1, uids: [one], trouble: 'reverted' })
  expect([...failed.requested]).toEqual([])
  expect([...after(open, ask, { type: 'close' }).requested]).toEqual([])
  const busy = after(open, ask)
  expect(nextCancel(busy, both)).toBe(busy)
  expect(after({ type: 'open', uids: [], way: 'signature' })).toBe(noCancellation)
})

test('ignores orders without a requested cancellation', () => {
  const state = after(open)
  expect(nextCancel(state, learn(two, 'fulfilled'))).toBe(state)
})

test('no sequence of events leads to a dead end, or to an order both requested and ended', () => {
  const uids = fc.uniqueArray(fc.constantFrom<Hex>('0x01', '0x02', '0x03'), { minLength: 1 })
  const way = fc.constantFrom('signature' as const, 'transaction' as const)
  const id = fc.integer({ min: 1, max: 3 })
  const order = fc.record({
    uid: fc.constantFrom<Hex>('0x01', '0x02', '0x03'),
    status: fc.constantFrom<OrderStatus>('open', 'fulfilled', 'expired', 'cancelled'),
  })
  const event: fc.Arbitrary<CancelEvent> = fc.oneof(
    fc.record({ type: fc.constant('open' as const), uids, way }),
    fc.record({ type: fc.constant('choose' as const), way }),
    fc.record({ type: fc.constantFrom('ask' as const, 'send' as const, 'accept' as const), id }),
    fc.record({
      type: fc.constant('fail' as const),
      id,
      uids,
      trouble: fc.constant('failed' as const),
    }),
    fc.record({ type: fc.constant('learn' as const), orders: fc.array(order, { maxLength: 3 }) }),
    fc.constant({ type: 'close' as const }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const state = after(...events)
      for (const uid of state.requested) expect(state.outcomes.has(uid)).toBe(false)
      if (isBusy(state.step) && 'id' in state.step) {
        const { id: current } = state.step
        const failed = nextCancel(state, {
          type: 'fail',
          id: current,
          uids: state.step.uids,
          trouble: 'failed',
        })
        expect(isBusy(failed.step)).toBe(false)
      }
      expect(nextCancel(state, { type: 'close' }).step.at).toBe('closed')
    }),
    { seed: 12, numRuns: 500 },
  )
})

test.each([
  [{ code: 'OrderFullyExecuted', message: '' }, 'someEnded'],
  [{ code: 'AlreadyCancelled', message: '' }, 'someEnded'],
  [{ code: 'OrderExpired', message: '' }, 'someEnded'],
  [{ code: 4001, message: '' }, 'declined'],
  [new Error('wrapped', { cause: Object.assign(new Error(''), { code: 4001 }) }), 'declined'],
  [{ code: 4902, message: '' }, 'unknownNetwork'],
  [{ code: 'OnChainOrder', message: '' }, 'onChainOrder'],
  [{ reason: 'wrong-signer', message: '' }, 'wrongSigner'],
  [{ code: 'InvalidSignature', message: '' }, 'wrongSigner'],
  [{ reason: 'reverted', message: '' }, 'reverted'],
  [{ code: '', message: 'lost' }, 'failed'],
] as const)('classifies %j as %s', (error, trouble) => {
  expect(cancelTrouble(error)).toBe(trouble)
  expect(cancelTroubleText(translatorOf('orders'), trouble).title).not.toBe('')
})
