import { expect, test } from 'vitest'
import { noInteractions } from '@/lib/core/interaction'
import { getNetwork, networks } from '@/lib/core/networks'
import { decodeHooks, hookInteractions, interactionGas, statedGas } from './trampoline'

const { hooksTrampoline } = getNetwork(1)
const hook = (gasLimit: bigint) =>
  ({ target: `0x${'12'.repeat(20)}`, callData: '0xabcdef', gasLimit }) as const

test('encodes hooks as at most one call before the trade and one after, without value', () => {
  const hooks = { pre: [hook(1n), hook(2n)], post: [hook(3n)] }
  const { pre, post } = hookInteractions(hooks, hooksTrampoline)
  expect([pre.length, post.length]).toEqual([1, 1])
  for (const [interaction, sent] of [
    [pre[0], hooks.pre],
    [post[0], hooks.post],
  ] as const) {
    expect(interaction).toMatchObject({ target: hooksTrampoline, value: 0n })
    expect(interaction?.callData.slice(0, 10)).toBe('0x760f2a0b')
    expect(decodeHooks(interaction?.callData ?? '0x')).toEqual(sent)
  }
  expect(hookInteractions({ pre: [], post: [] }, hooksTrampoline)).toEqual(noInteractions)
})

test('counts the gas stated by hooks and a fixed estimate for other calls', () => {
  const interactions = hookInteractions({ pre: [hook(5n)], post: [hook(7n)] }, hooksTrampoline)
  expect(interactionGas(interactions)).toBe(12n)
  const other = { target: hooksTrampoline, value: 0n, callData: '0x4c84c1c8' } as const
  expect(statedGas(other)).toBeUndefined()
  expect(interactionGas({ pre: [other], post: [] })).toBe(60_000n)
})

test('configures the public trampoline on each network', () => {
  const trampolines = networks.map((network) => [network.chainId, network.hooksTrampoline])
  expect(trampolines).toEqual([
    [1, '0x60bf78233f48ec42ee3f101b9a05ec7878728006'],
    [100, '0x01dcb88678aedd0c4cc9552b20f4718550250574'],
    [42161, '0x60bf78233f48ec42ee3f101b9a05ec7878728006'],
    [8453, '0x60bf78233f48ec42ee3f101b9a05ec7878728006'],
    [11155111, '0x60bf78233f48ec42ee3f101b9a05ec7878728006'],
  ])
})
