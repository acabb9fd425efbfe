import { describe, expect, test } from 'vitest'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import { nativeToken, zeroAddress } from '@/lib/core/address'
import { noInteractions } from '@/lib/core/interaction'
import { testOrder } from '@/lib/testing/test-order'
import { assessRevertRisk, type EndedSettlement, untrustedContracts } from './revert-risk'

const address = (digits: string) => `0x${digits.repeat(20)}` as const
const [evil, fair, hook, wallet] = [address('e1'), address('fa'), address('40'), address('77')]
const now = new Date(10_000_000)
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const ended = (isReverted: boolean, untrusted: EndedSettlement['untrusted'], minutes = 1) => ({
  isReverted,
  at: minutesAgo(minutes),
  untrusted,
})

describe('untrusted contracts of an order', () => {
  const plain = testOrder({})
  const known = new Set([plain.sellToken, plain.buyToken, nativeToken])
  test('are none for known tokens and an ECDSA signature', () => {
    expect(untrustedContracts(plain, known)).toEqual([])
  })
  test('are its tokens, its hook targets and its ERC-1271 wallet', () => {
    const call = { target: hook, callData: '0x', gasLimit: 1n } as const
    const interactions = hookInteractions({ pre: [call], post: [] }, address('99'))
    const order = { ...plain, owner: wallet, sellToken: evil, interactions }
    expect(untrustedContracts(order, known)).toEqual([evil, hook])
    const signed = { ...order, signingScheme: 'eip1271', interactions: noInteractions } as const
    expect(untrustedContracts(signed, known)).toEqual([evil, wallet])
  })
  test('include the receiver of the native token, if it is not the owner', () => {
    const order = { ...plain, buyToken: nativeToken }
    expect(untrustedContracts({ ...order, receiver: evil }, known)).toEqual([evil])
    expect(untrustedContracts({ ...order, receiver: zeroAddress }, known)).toEqual([])
    const delegated = { ...order, receiver: zeroAddress, receiverHasCode: true }
    expect(untrustedContracts(delegated, known)).toEqual([order.owner])
  })
})

describe('revert risk', () => {
  test('starts at the second revert within ten minutes', () => {
    const isolateUntrusted = (...settlements: EndedSettlement[]) =>
      assessRevertRisk(settlements, now).isolateUntrusted
    expect(isolateUntrusted()).toBe(false)
    expect(isolateUntrusted(ended(true, [[]]), ended(false, [[]]))).toBe(false)
    expect(isolateUntrusted(ended(true, [[]]), ended(true, [[]]))).toBe(true)
    expect(isolateUntrusted(ended(true, [[]], 11), ended(true, [[]]))).toBe(false)
  })
  test('blocks contracts whose isolated orders reverted three times', () => {
    const blocked = (...settlements: EndedSettlement[]) => [
      ...assessRevertRisk(settlements, now).blocked,
    ]
    const alone = ended(true, [[evil]])
    expect(blocked(alone, alone)).toEqual([])
    expect(blocked(alone, alone, alone)).toEqual([evil])
    expect(blocked(alone, alone, ended(true, [[evil], [fair]]))).toEqual([])
  })
  test('does not block a token that also settles in other orders', () => {
    const both = ended(true, [[fair, evil]])
    const good = ended(false, [[fair], []])
    expect(assessRevertRisk([both, both, both, good, good, good], now).blocked).toEqual(
      new Set([evil]),
    )
  })
})
