import { expect, test } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { findNetworkWith } from './find-network-with'

const rpcUrls = new Map([100, 1, 8453].map((chainId) => [chainId, 'http://127.0.0.1:1']))
const ctx = createTestContext({ rpcUrls })
const { defaultChainId } = ctx.config
const others = ctx.config.chainIds.filter((chainId) => chainId !== defaultChainId)

test('prefers the default network, and finds none if no network has the item', async () => {
  expect(await findNetworkWith(ctx, async () => true)).toBe(defaultChainId)
  expect(await findNetworkWith(ctx, async () => false)).toBeUndefined()
})

test('finds another network that has the item even if the others fail', async () => {
  for (const expected of others) {
    const found = await findNetworkWith(ctx, async (chainId) => {
      if (chainId !== expected) throw new Error('silent')
      return true
    })
    expect(found).toBe(expected)
  }
  expect(others.length).toBeGreaterThan(1)
})
