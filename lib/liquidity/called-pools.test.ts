import { expect } from 'vitest'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { calledPools, poolKey } from './called-pools'
import { encodeHop } from './encode-hop'
import { tokensOf } from './pool'
import { discoverPools } from './pools/discover-pools'
import { readPools } from './pools/read-pools'

test('finds each pool in the calls that trade it, in both directions, and no other pool', async ({
  freshNetwork: { rpcUrl, tokens },
  freshDatabase: { db },
}) => {
  const ctx = createTestContext({ db, rpcUrls: new Map([[1, rpcUrl]]) })
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
  const { pools } = await readPools(ctx, { chainId: 1, tokens: Object.values(tokens) })
  const protocols = new Set(pools.map(({ protocol }) => protocol))
  expect([...protocols]).toEqual(expect.arrayContaining(['uniswap-v2', 'uniswap-v3']))
  expect([...protocols].some((protocol) => protocol.startsWith('balancer'))).toBe(true)
  const all = new Set(pools.map(poolKey))
  expect(all.size).toBe(pools.length)
  for (const pool of pools) {
    const [one, other] = tokensOf(pool)
    if (!one || !other) throw new Error('a pool without tokens')
    for (const kind of ['swap-router', 'swap-router-02'] as const) {
      const where = { settlement: defaultSettlement, v3Router: { ...originalSwapRouter, kind } }
      for (const [tokenIn, tokenOut] of [
        [one, other],
        [other, one],
      ] as const) {
        const hop = { pool, tokenIn, tokenOut, amountIn: 2n, amountOut: 1n }
        expect([...calledPools(encodeHop(hop, where))]).toEqual([poolKey(pool)])
      }
    }
  }
})
