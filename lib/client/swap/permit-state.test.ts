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
    ['ignores a request before the token is known to support permits', [ask(1)], 'available'],
    ['the token supports permits', [known], 'available'],
    ['the wallet is asked', [known, ask(1)], 'wallet'],
    ['the wallet is silent', [known, ask(1), late], 'late'],
    ['a silent wallet is asked again', [known, ask(1), late, ask(2)], 'wallet'],
    ['the owner declines', [known, ask(1), declined], 'available'],
    ['a declined request is repeated', [known, ask(1), declined, ask(2)], 'wallet'],
    ['it is signed', [known, ask(1), sign(1)], 'cached'],
    ['ignores an older signature', [known, ask(1), ask(2), sign(1)], 'wallet'],
    ['an order used it', [known, ask(1), sign(1), { type: 'use' }], 'available'],
    [
      'another use of the nonce invalidates it',
      [known, ask(1), sign(1), { type: 'nonce', nonce: 8n }],
      'available',
    ],
  ])('%s', (_, events, stage) => {
    expect(permitStage(play(...events), { amount: 100n, validTo })).toBe(stage)
  })

  test.each<[string, bigint, PermitStage]>([
    ['a larger amount invalidates it', 101n, 'available'],
    ['a much smaller amount invalidates it', 90n, 'available'],
    ['a slightly smaller amount does not', 91n, 'cached'],
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
