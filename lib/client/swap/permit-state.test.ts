import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextPermit,
  noPermit,
  type Permit,
  type PermitEvent,
  type PermitStage,
  permitStage,
  usablePermit,
} from './permit-state'

const validTo = 1_800_000_000
const permit: Permit = { amount: 100n, nonce: 7n, deadline: validTo + 60, signature: '0x12' }
const play = (...events: readonly PermitEvent[]) => events.reduce(nextPermit, noPermit)
const known: PermitEvent = { type: 'nonce', nonce: 7n }
const ask = (id: number): PermitEvent => ({ type: 'ask', id })
const sign = (id: number): PermitEvent => ({ type: 'sign', id, permit })
const declined: PermitEvent = { type: 'fail', id: 1 }
const late: PermitEvent = { type: 'late', id: 1 }

describe('stages of a permit', () => {
  test.each<[string, readonly PermitEvent[], PermitStage]>([
    ['none is asked for before the token is known to take one', [ask(1)], 'available'],
    ['the token takes one', [known], 'available'],
    ['the wallet is asked', [known, ask(1)], 'wallet'],
    ['a wallet that does not answer is told of', [known, ask(1), late], 'late'],
    ['and may be asked again', [known, ask(1), late, ask(2)], 'wallet'],
    ['its owner declines', [known, ask(1), declined], 'available'],
    ['and may be asked again then', [known, ask(1), declined, ask(2)], 'wallet'],
    ['it is signed', [known, ask(1), sign(1)], 'cached'],
    ['an older signature means nothing', [known, ask(1), ask(2), sign(1)], 'wallet'],
    ['it was used by an order', [known, ask(1), sign(1), { type: 'use' }], 'available'],
    [
      'another use of the nonce makes it void',
      [known, ask(1), sign(1), { type: 'nonce', nonce: 8n }],
      'available',
    ],
  ])('%s', (_, events, stage) => {
    expect(permitStage(play(...events), { amount: 100n, validTo })).toBe(stage)
  })

  test.each<[string, bigint, PermitStage]>([
    ['a larger amount makes it void', 101n, 'available'],
    ['an amount that is much smaller makes it void', 90n, 'available'],
    ['an amount that is a little smaller does not', 91n, 'cached'],
  ])('%s', (_, amount, stage) => {
    expect(permitStage(play(known, ask(1), sign(1)), { amount, validTo })).toBe(stage)
  })

  test('expires at its deadline', () => {
    const state = play(known, ask(1), sign(1))
    expect(usablePermit(state, { amount: 100n, validTo: validTo + 59 })).toBe(permit)
    expect(permitStage(state, { amount: 100n, validTo: validTo + 60 })).toBe('available')
  })
})

const anyEvent = fc.oneof<fc.Arbitrary<PermitEvent>[]>(
  fc.constantFrom(6n, 7n).map((nonce) => ({ type: 'nonce', nonce })),
  fc.nat(3).map(ask),
  fc.nat(3).map(sign),
  fc.nat(3).map((id) => ({ type: 'fail', id })),
  fc.nat(3).map((id) => ({ type: 'late', id })),
  fc.constant({ type: 'use' }),
)

test('no sequence of events prevents a permit for a token that supports them', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const way = [known, ask(9), sign(9)]
      const state = way.reduce(nextPermit, play(...events))
      expect(permitStage(state, { amount: 100n, validTo })).toBe('cached')
    }),
    { seed: 8, numRuns: 500 },
  )
})
