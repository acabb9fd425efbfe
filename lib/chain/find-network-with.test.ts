import { expect, test } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { findNetworkWith } from './find-network-with'

const rpcUrls = new Map([100, 1, 8453].map((chainId) => [chainId, 'http://127.0.0.1:1']))
const ctx = createTestContext({ rpcUrls })
const { defaultChainId } = ctx.config
const others = ctx.config.chainIds.filter((chainId) => chainId !== defaultChainId)

test('the default network counts first, and where none has it', async () => {
  expect(await findNetworkWith(ctx, async () => true)).toBe(defaultChainId)
  expect(await findNetworkWith(ctx, async () => false)).toBe(defaultChainId)
})

test('another network that has it is found, whatever the others answer', async () => {
  for (const having of others) {
    const found = await findNetworkWith(ctx, async (chainId) => {
      if (chainId !== having) throw new Error('silent')
      return true
    })
    expect(found).toBe(having)
  }
  expect(others.length).toBeGreaterThan(1)
})
