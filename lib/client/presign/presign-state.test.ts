import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextPresign,
  type PresignEvent,
  type PresignStage,
  type PresignStatus,
  type PresignTrouble,
  presignStage,
  presignStatus,
  unsigned,
} from './presign-state'

const play = (...events: readonly PresignEvent[]) => events.reduce(nextPresign, unsigned)
const read = (status: PresignStatus): PresignEvent => ({ type: 'read', status })
const ask = (id: number): PresignEvent => ({ type: 'ask', id })
const send = (id: number): PresignEvent => ({ type: 'send', id, name: '0x1' })
const late = (id: number): PresignEvent => ({ type: 'late', id })
const fail = (id: number, trouble: PresignTrouble = 'rejected'): PresignEvent => ({
  ...{ type: 'fail', id, trouble },
})
const discard: PresignEvent = { type: 'discard' }

describe('stages of a presignature', () => {
  test.each<[string, readonly PresignEvent[], PresignStage]>([
    ['is placed without a signature', [], 'unsent'],
    ['asks the wallet', [ask(1)], 'awaiting-wallet'],
    ['reports a silent wallet', [ask(1), late(1)], 'wallet-late'],
    ['asks a silent wallet again', [ask(1), late(1), ask(2)], 'awaiting-wallet'],
    ['does not ask twice at once', [ask(1), ask(2), send(1)], 'awaiting-owners'],
    ['waits for the other owners', [ask(1), send(1)], 'awaiting-owners'],
    ['reports slow owners', [ask(1), send(1), late(1)], 'owners-late'],
    ['asks again after slow owners', [ask(1), send(1), late(1), ask(2)], 'awaiting-wallet'],
    ['ignores an older request', [ask(1), late(1), ask(2), send(1)], 'awaiting-wallet'],
    ['is signed', [ask(1), send(1), read('signed')], 'signed'],
    ['is signed elsewhere', [read('signed')], 'signed'],
    ['is signed despite being discarded here', [discard, read('signed')], 'signed'],
    ['ends unsigned', [ask(1), send(1), read('expired')], 'expired'],
    ['ends cancelled', [read('cancelled')], 'cancelled'],
    ['ignores a request after its end', [read('expired'), ask(1)], 'expired'],
    ['is discarded', [discard], 'discarded'],
    ['is discarded while other owners wait', [ask(1), send(1), discard], 'discarded'],
    ['is not discarded while the wallet is asked', [ask(1), discard], 'awaiting-wallet'],
    ['is discarded while the wallet is silent', [ask(1), late(1), discard], 'discarded'],
    ['is requested again after a discard', [discard, ask(1), send(1)], 'awaiting-owners'],
    ['loses its signature in a reorg', [read('signed'), read('pending')], 'unsent'],
  ])('%s', (_, events, stage) => {
    expect(presignStage(play(...events))).toBe(stage)
  })

  test.each<[PresignTrouble]>([['rejected'], ['reverted'], ['cancelled'], ['failed']])(
    'one that was %s can be signed again',
    (trouble) => {
      const state = play(ask(1), send(1), fail(1, trouble))
      expect(state.phase).toEqual({ at: 'rest', trouble })
      expect(presignStage(nextPresign(state, ask(2)))).toBe('awaiting-wallet')
    },
  )
})

test.each<[string, Parameters<typeof presignStatus>[0], PresignStatus]>([
  ['unknown to the service', undefined, 'pending'],
  ['that waits', { status: 'open', presignaturePending: true }, 'pending'],
  ['that is open', { status: 'open' }, 'signed'],
  ['that is filled already', { status: 'fulfilled' }, 'signed'],
  ['that has expired', { status: 'expired' }, 'expired'],
  ['that was cancelled', { status: 'cancelled' }, 'cancelled'],
])('status of an order %s: %#', (_, view, status) => {
  expect(presignStatus(view)).toBe(status)
})

const anyId = fc.nat(3)
const anyEvent = fc.oneof<fc.Arbitrary<PresignEvent>[]>(
  anyId.map(ask),
  anyId.map(send),
  anyId.map(late),
  anyId.map((id) => fail(id)),
  fc.constant(discard),
  fc.constantFrom<PresignStatus>('pending', 'signed', 'expired').map(read),
)

test('no sequence of events leads to a pending order that can be neither signed nor discarded', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const state = play(...events, read('pending'))
      const { phase } = state
      // A wallet request ends by its answer, or by a timeout.
      const ended = 'id' in phase ? nextPresign(state, late(phase.id)) : state
      expect(presignStage(nextPresign(ended, ask(9)))).toBe('awaiting-wallet')
      expect(presignStage(nextPresign(ended, discard))).toBe('discarded')
    }),
    { seed: 8 },
  )
})
