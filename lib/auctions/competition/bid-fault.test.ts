import { expect, test } from 'vitest'
import { type BidFault, decodeFault, encodeFault, faultText } from './bid-fault'

const token = `0x${'0a'.repeat(20)}`
const faults: readonly (readonly [BidFault, string])[] = [
  [{ code: 'unfair' }, 'gives a directed pair less than it gets alone'],
  [{ code: 'late' }, 'not sent in time'],
  [{ code: 'ended' }, 'an order has ended'],
  [{ code: 'unanswered' }, 'the simulation gave no answer'],
  [{ code: 'reverts', reason: 'GPv2: {order} filled' }, 'reverts: GPv2: {order} filled'],
  [{ code: 'fails', reason: 'out of gas' }, 'fails: out of gas'],
  [{ code: 'noBalance', token }, `token ${token} tells no balance`],
  [{ code: 'loss', amount: '5', token }, `the settlement contract would lose 5 of ${token}`],
  [
    { code: 'unprofitable', maxFee: '7', gas: '90000' },
    'unprofitable: pays at most 7 wei for each of 90000 gas',
  ],
  [{ code: 'gasTooDear' }, 'gas costs more than MAX_GAS_PRICE_GWEI'],
  [{ code: 'overDayCap' }, 'above CANARY_DAY_NATIVE'],
  [{ code: 'settlingOff' }, 'SETTLE=shadow: nothing is sent'],
  [{ code: 'other', text: 'the moon is full' }, 'the moon is full'],
]

test.each(faults)('is stored as a code and parses back: %o', (fault, text) => {
  expect(decodeFault(encodeFault(fault))).toEqual(fault)
  expect(faultText(fault)).toBe(text)
})

test.each(faults)('parses the text of an earlier version: %o', (fault, text) => {
  expect(decodeFault(text)).toEqual(fault)
})

test.each(['', '{', '{"code":"unknown"}', '{}', 'null'])('keeps an unknown text: %s', (text) => {
  expect(decodeFault(text)).toEqual({ code: 'other', text })
})

test('truncates a long reason so that the row still parses', () => {
  const stored = encodeFault({ code: 'reverts', reason: '"'.repeat(10_000) })
  expect(decodeFault(stored)).toEqual({ code: 'reverts', reason: '"'.repeat(490) })
})
