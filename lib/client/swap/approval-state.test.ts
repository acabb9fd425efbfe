import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ApprovalEvent,
  type ApprovalTrouble,
  approvalStage,
  awaitedApproval,
  nextApproval,
  startApproval,
} from './approval-state'

const hash = `0x${'ab'.repeat(32)}` as const
const faster = `0x${'cd'.repeat(32)}` as const
const play = (...events: readonly ApprovalEvent[]) =>
  events.reduce(nextApproval, startApproval(100n))
const read = (allowance: bigint, id?: number): ApprovalEvent => ({
  ...{ type: 'read', allowance, ...(id !== undefined && { id }) },
})
const ask = (id: number, step: 'reset' | 'approve' = 'approve'): ApprovalEvent => ({
  ...{ type: 'ask', id, step },
})
const send = (id: number): ApprovalEvent => ({ type: 'send', id, hash })
const mine = (id: number): ApprovalEvent => ({ type: 'mine', id })
const resume = (id: number, step: 'reset' | 'approve' = 'approve'): ApprovalEvent => ({
  ...{ type: 'resume', id, step, hash },
})
const fail = (id: number, trouble: ApprovalTrouble): ApprovalEvent => ({
  type: 'fail',
  id,
  trouble,
})

describe('stages of an approval', () => {
  test.each<[string, readonly ApprovalEvent[], string]>([
    ['the allowance is unknown', [], 'unknown'],
    ['the allowance suffices', [read(100n)], 'sufficient'],
    ['the allowance is too low', [read(99n)], 'missing'],
    ['the wallet is asked', [read(0n), ask(1)], 'awaiting-wallet'],
    ['the transaction is pending', [read(0n), ask(1), send(1)], 'pending'],
    ['the transaction is mined', [read(0n), ask(1), send(1), mine(1)], 'confirming'],
    [
      'the new allowance suffices',
      [read(0n), ask(1), send(1), mine(1), read(100n, 1)],
      'sufficient',
    ],
    [
      'after a reset, the approval is next',
      [read(5n), ask(1, 'reset'), send(1), mine(1)],
      'missing',
    ],
    ['resumes after a reload', [resume(1)], 'pending'],
    [
      'after a resumed reset, the approval is next',
      [read(5n), resume(1, 'reset'), mine(1), read(0n, 1)],
      'missing',
    ],
    ['an allowance set elsewhere ends the wait', [read(0n), ask(1), read(100n)], 'sufficient'],
    ['a larger order needs more', [read(100n), { type: 'need', needed: 101n }], 'missing'],
  ])('%s', (_, events, stage) => {
    expect(approvalStage(play(...events))).toBe(stage)
  })

  test.each<[ApprovalTrouble]>([['rejected'], ['reverted'], ['cancelled'], ['failed']])(
    'one that was %s can be requested again',
    (trouble) => {
      const state = play(read(0n), ask(1), fail(1, trouble))
      expect(state.phase).toEqual({ at: 'rest', trouble })
      expect(approvalStage(nextApproval(state, ask(2)))).toBe('awaiting-wallet')
    },
  )

  test('an allowance that is too low is reported with its amount', () => {
    const state = play(read(0n), ask(1), send(1), mine(1), read(5n, 1))
    expect(state).toMatchObject({ allowance: 5n, phase: { at: 'rest', trouble: 'too-low' } })
    expect(approvalStage(state)).toBe('missing')
  })

  test('distinguishes an allowance raised meanwhile from one that always sufficed', () => {
    expect(play(read(100n)).isRaised).toBe(false)
    const raised = play(read(99n), read(100n))
    expect(raised.isRaised).toBe(true)
    expect(nextApproval(raised, read(100n)).isRaised).toBe(true)
    expect(nextApproval(raised, read(0n)).isRaised).toBe(false)
  })

  test('ignores an allowance read before the transaction was mined', () => {
    const state = play(read(0n), ask(1), send(1), mine(1), read(0n))
    expect(approvalStage(state)).toBe('confirming')
  })

  test('follows a sped-up transaction under its new hash', () => {
    const state = play(read(0n), ask(1), send(1), { type: 'send', id: 1, hash: faster })
    expect(state.phase).toMatchObject({ at: 'chain', hash: faster })
  })

  test('a transaction that was dropped can be requested again', () => {
    const sent = play(read(0n), ask(1), send(1))
    expect(awaitedApproval(play(ask(1)))).toMatchObject({ id: 1, at: 'wallet' })
    expect(awaitedApproval(sent)).toMatchObject({ id: 1, at: 'chain' })
    const late = nextApproval(sent, { type: 'late', id: 1 })
    expect(awaitedApproval(late)).toBeUndefined()
    expect(nextApproval(late, ask(2)).phase).toMatchObject({ at: 'wallet', id: 2 })
    expect(awaitedApproval(play())).toBeUndefined()
  })

  test('a silent wallet can be asked again, and its older answer is ignored', () => {
    const late = play(read(0n), ask(1), { type: 'late', id: 1 })
    expect(late.phase).toMatchObject({ isLate: true })
    const again = nextApproval(late, ask(2))
    expect(again.phase).toMatchObject({ id: 2, isLate: false })
    for (const old of [send(1), fail(1, 'rejected'), mine(1)]) {
      expect(nextApproval(again, old)).toBe(again)
    }
  })

  test('a pending transaction can be requested again only once it is late', () => {
    const sent = play(read(0n), ask(1), send(1))
    expect(nextApproval(sent, ask(2))).toBe(sent)
    const late = nextApproval(sent, { type: 'late', id: 1 })
    expect(approvalStage(late)).toBe('pending')
    expect(nextApproval(late, ask(2)).phase).toMatchObject({ at: 'wallet', id: 2 })
    expect(approvalStage(nextApproval(late, read(100n)))).toBe('sufficient')
  })

  test('the extent can be chosen only before the wallet is asked', () => {
    const choose = { type: 'choose', extent: 'unlimited' } as const
    expect(play(choose).extent).toBe('unlimited')
    expect(play(ask(1), choose).extent).toBe('exact')
  })
})

const anyId = fc.nat(3)
const anyEvent = fc.oneof<fc.Arbitrary<ApprovalEvent>[]>(
  fc.bigInt(0n, 200n).map((allowance) => read(allowance)),
  fc.bigInt(0n, 200n).map((needed) => ({ type: 'need', needed })),
  fc.tuple(anyId, fc.constantFrom('reset', 'approve')).map(([id, step]) => ask(id, step)),
  anyId.map(send),
  anyId.map(mine),
  fc.tuple(anyId, fc.constantFrom('rejected', 'reverted')).map(([id, why]) => fail(id, why)),
  anyId.map((id) => ({ type: 'late', id })),
  anyId.map((id) => resume(id)),
)

test('no sequence of events prevents the owner from reaching a sufficient allowance', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state = play(...events)
      const { phase, needed } = state
      // A pending step ends, and if it fails, the wallet is asked again.
      if (phase.at === 'chain' || phase.at === 'reading') {
        state = nextApproval(state, fail(phase.id, 'failed'))
      }
      state = [ask(9), send(9), mine(9), read(needed, 9)].reduce(nextApproval, state)
      expect(approvalStage(state)).toBe('sufficient')
      expect(state.phase).toEqual({ at: 'rest' })
    }),
    { seed: 8, numRuns: 500 },
  )
})
