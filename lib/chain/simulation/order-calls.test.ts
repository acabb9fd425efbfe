import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Interaction, OrderInteractions } from '@/lib/core/interaction'
import { wrapAll } from '@/lib/core/native-order'
import { findForgedCall } from './order-calls'
import { hookInteractions } from './trampoline'

const address = (byte: string): Address => `0x${byte.repeat(20)}`
const [trader, token, trampoline, placer] = ['a1', 'b2', 'c3', 'd4'].map(address) as [
  ...[Address, Address, Address, Address],
]
const callees = { trampoline, placers: [placer] }
const hook = { target: token, callData: '0x12', gasLimit: 1n } as const
const wrap: Interaction = { target: placer, value: 0n, callData: wrapAll }
const [hooks = wrap] = hookInteractions({ pre: [hook, hook], post: [] }, trampoline).pre

const found = (owner: Address, interactions: Partial<OrderInteractions>) =>
  findForgedCall({ owner, interactions: { pre: [], post: [], ...interactions } }, callees)

test('accepts what is stored with orders: nothing, hooks, and the wrapping call of a native order', () => {
  expect(found(trader, {})).toBeUndefined()
  expect(found(trader, { pre: [hooks], post: [hooks] })).toBeUndefined()
  expect(found(placer, { pre: [wrap, hooks], post: [hooks] })).toBeUndefined()
})

describe('finds', () => {
  test.each<[string, Address, Interaction]>([
    ['a call of a token', trader, { ...wrap, target: token, callData: '0x095ea7b3' }],
    ['hooks through another contract', trader, { ...hooks, target: token }],
    ['another call of the trampoline', trader, { ...hooks, callData: '0x095ea7b3' }],
    ['hooks with a value', trader, { ...hooks, value: 1n }],
    ['the wrapping call for another owner', trader, wrap],
    ['the wrapping call of an unknown owner', trader, { ...wrap, target: trader }],
    ['another call of the owner', placer, { ...wrap, callData: '0x095ea7b3' }],
    ['the wrapping call with a value', placer, { ...wrap, value: 1n }],
  ])('%s, before the trade and after it', (_, owner, call) => {
    expect(found(owner, { pre: [hooks, call] })).toBe(call)
    expect(found(owner, { post: [call] })).toBe(call)
  })
})
