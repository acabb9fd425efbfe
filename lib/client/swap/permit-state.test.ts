import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextPermit,
  type Permit,
  type PermitEvent,
  permitStage,
  startPermit,
  usablePermit,
} from './permit-state'

const now = 1_800_000_000
const permit: Permit = { amount: 100n, nonce: 7n, deadline: now + 60, signature: '0x12' }
const play = (...events: readonly PermitEvent[]) => events.reduce(nextPermit, startPermit(100n))
const known: PermitEvent = { type: 'nonce', nonce: 7n }
const ask = (id: number): PermitEvent => ({ type: 'ask', id })
const sign = (id: number): PermitEvent => ({ type: 'sign', id, permit })
const declined: PermitEvent = { type: 'fail', id: 1, trouble: 'rejected' }

describe('the way of a permit', () => {
  test.each<[string, readonly PermitEvent[], string]>([
    ['nobody knows yet whether the token takes one', [], 'unknown'],
    ['the token takes none', [{ type: 'nonce', nonce: 'none' }], 'unsupported'],
    [
      'a token that takes none is asked for none',
      [{ type: 'nonce', nonce: 'none' }, ask(1)],
      'unsupported',
    ],
    ['the token takes one', [known], 'available'],
    ['the wallet is asked', [known, ask(1)], 'awaiting-signature'],
    ['its owner declines', [known, ask(1), declined], 'declined'],
    ['and may be asked again', [known, ask(1), declined, ask(2)], 'awaiting-signature'],
    ['it is signed', [known, ask(1), sign(1)], 'cached'],
    ['an older signature means nothing', [known, ask(1), ask(2), sign(1)], 'awaiting-signature'],
    ['it was used by an order', [known, ask(1), sign(1), { type: 'use' }], 'available'],
    [
      'another use of the nonce makes it void',
      [known, ask(1), sign(1), { type: 'nonce', nonce: 8n }],
      'available',
    ],
    [
      'another amount makes it void',
      [known, ask(1), sign(1), { type: 'need', needed: 99n }],
      'available',
    ],
  ])('%s', (_, events, stage) => {
    expect(permitStage(play(...events), now)).toBe(stage)
  })

  test('it is over at its deadline', () => {
    const state = play(known, ask(1), sign(1))
    expect(usablePermit(state, now + 59)).toBe(permit)
    expect(permitStage(state, now + 60)).toBe('available')
  })

  test('a wallet that does not answer is told of', () => {
    expect(play(known, ask(1), { type: 'late', id: 1 }).phase).toMatchObject({ isLate: true })
  })
})

const anyEvent = fc.oneof<fc.Arbitrary<PermitEvent>[]>(
  fc.bigInt(0n, 200n).map((needed) => ({ type: 'need', needed })),
  fc.constantFrom(6n, 7n, 'none' as const).map((nonce) => ({ type: 'nonce', nonce })),
  fc.nat(3).map(ask),
  fc.nat(3).map(sign),
  fc.nat(3).map((id) => ({ type: 'fail', id, trouble: 'rejected' })),
  fc.nat(3).map((id) => ({ type: 'late', id })),
  fc.constant({ type: 'use' }),
)

test('no sequence of events leads where a token that takes permits gets none', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const way = [known, { type: 'need', needed: 100n } as const, ask(9), sign(9)]
      expect(permitStage(way.reduce(nextPermit, play(...events)), now)).toBe('cached')
    }),
    { seed: 8, numRuns: 500 },
  )
})
