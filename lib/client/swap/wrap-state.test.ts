import { expect, test } from 'vitest'
import { awaitedWrap, nextWrap, type WrapEvent, type WrapUnderWay } from './wrap-state'

const play = (...events: readonly WrapEvent[]) =>
  events.reduce<WrapUnderWay | undefined>(nextWrap, undefined)
const ask = (id: number): WrapEvent => ({ type: 'ask', id, direction: 'wrap' })
const late = (id: number): WrapEvent => ({ type: 'late', id })
const send = (id: number): WrapEvent => ({ type: 'send', id })
const end = (id: number): WrapEvent => ({ type: 'end', id })

const asked = { at: 'wallet', id: 1, direction: 'wrap', isLate: false } as const
const sent = { ...asked, at: 'chain' } as const

test.each<[string, readonly WrapEvent[], WrapUnderWay | undefined]>([
  ['asks the wallet', [ask(1)], asked],
  ['follows what the wallet has sent', [ask(1), send(1)], sent],
  ['is over once it is on the chain, or declined', [ask(1), send(1), end(1)], undefined],
  ['does not ask twice at once', [ask(1), ask(2)], asked],
  ['says when the wallet takes long', [ask(1), late(1)], { ...asked, isLate: true }],
  ['asks a silent wallet again', [ask(1), late(1), ask(2)], { ...asked, id: 2 }],
  ['follows an answer that came late', [ask(1), late(1), send(1)], sent],
  ['hears nothing of an older request', [ask(1), late(1), ask(2), end(1)], { ...asked, id: 2 }],
  ['hears nothing once it is over', [ask(1), end(1), late(1)], undefined],
])('a wrap %s', (_, events, underWay) => {
  expect(play(...events)).toEqual(underWay)
})

test('owners of a contract wallet may be late, a block is not', () => {
  expect(awaitedWrap(play(ask(1)), false)).toEqual(asked)
  expect(awaitedWrap(play(ask(1), send(1)), true)).toEqual(sent)
  expect(awaitedWrap(play(ask(1), send(1)), false)).toBeUndefined()
  expect(awaitedWrap(play(ask(1), late(1)), true)).toBeUndefined()
  expect(awaitedWrap(undefined, true)).toBeUndefined()
})
