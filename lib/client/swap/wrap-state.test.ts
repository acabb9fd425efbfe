import { expect, test } from 'vitest'
import { awaitedWrap, nextWrap, type PendingWrap, type WrapEvent } from './wrap-state'

const play = (...events: readonly WrapEvent[]) =>
  events.reduce<PendingWrap | undefined>(nextWrap, undefined)
const ask = (id: number, isContract = false): WrapEvent => ({
  ...{ type: 'ask', id, direction: 'wrap', isContract },
})
const resume = (id: number): WrapEvent => ({ type: 'resume', id, direction: 'wrap' })
const late = (id: number): WrapEvent => ({ type: 'late', id })
const send = (id: number): WrapEvent => ({ type: 'send', id })
const end = (id: number): WrapEvent => ({ type: 'end', id })

const asked = { at: 'wallet', id: 1, direction: 'wrap', canVanish: false, isLate: false } as const
const sent = { ...asked, at: 'chain' } as const
const resumed = { ...sent, canVanish: true } as const

test.each<[string, readonly WrapEvent[], PendingWrap | undefined]>([
  ['asks the wallet', [ask(1)], asked],
  ['follows what the wallet has sent', [ask(1), send(1)], sent],
  ['ends once mined or declined', [ask(1), send(1), end(1)], undefined],
  ['does not ask twice at once', [ask(1), ask(2)], asked],
  ['reports a silent wallet', [ask(1), late(1)], { ...asked, isLate: true }],
  ['asks a silent wallet again', [ask(1), late(1), ask(2)], { ...asked, id: 2 }],
  ['accepts a late answer', [ask(1), late(1), send(1)], sent],
  ['ignores an older request', [ask(1), late(1), ask(2), end(1)], { ...asked, id: 2 }],
  ['ignores events after its end', [ask(1), end(1), late(1)], undefined],
  ['resumes after a reload', [resume(1)], resumed],
  ['is not requested again while pending', [resume(1), ask(2)], resumed],
  ['is requested again once late', [resume(1), late(1), ask(2)], { ...asked, id: 2 }],
  ['ignores a resumed one while pending', [ask(1), resume(2)], asked],
])('a wrap %s', (_, events, inFlight) => {
  expect(play(...events)).toEqual(inFlight)
})

test('only what may never be mined has a timeout: contract wallets, and waits from before a reload', () => {
  expect(awaitedWrap(play(ask(1)))).toEqual(asked)
  expect(awaitedWrap(play(ask(1, true), send(1)))).toEqual({ ...sent, canVanish: true })
  expect(awaitedWrap(play(ask(1), send(1)))).toBeUndefined()
  expect(awaitedWrap(play(resume(1)))).toEqual(resumed)
  expect(awaitedWrap(play(ask(1, true), late(1)))).toBeUndefined()
  expect(awaitedWrap(undefined)).toBeUndefined()
})
