import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { savePools } from './pool-store'
import { selectPools } from './select-pools'

const chainId = 1
const { baseTokens } = getNetwork(chainId)
const [weth = '0x', usdc = '0x'] = baseTokens
const honest: Address = `0x${'7'.repeat(40)}`
const hostile = Array.from(
  { length: 30 },
  (_, i): Address => `0x${(i + 1).toString(16).padStart(40, '0')}`,
)

let database: TestDatabase
let ctx: Context

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, 'http://127.0.0.1:1']]) })
})

let made = 0
function pool(a: Address, b: Address, createdBlock: bigint): PairDescriptor {
  made += 1
  const [token0 = a, token1 = b] = [a, b].sort()
  return {
    address: `0x${made.toString(16).padStart(40, 'f')}`,
    protocol: 'uniswap-v2',
    factory: `0x${'5'.repeat(40)}`,
    token0,
    token1,
    feePpm: 3_000,
    tickSpacing: undefined,
    createdBlock,
  }
}

test('keeps the pools of other tokens among hundreds of pools of hostile ones', async () => {
  const crowd = hostile.flatMap((token, i) =>
    [...baseTokens, ...hostile.slice(i + 1)].flatMap((other) => [
      pool(token, other, 0n),
      pool(token, other, 0n),
    ]),
  )
  const expected = [pool(weth, usdc, 9n), pool(honest, weth, 9n), pool(honest, usdc, 9n)]
  await savePools(ctx.db, { chainId, pools: [...crowd, ...expected] })
  expect(crowd.length).toBeGreaterThan(1_000)
  const tokens = [...hostile, honest]
  const chosen = await selectPools(ctx, { chainId, tokens })
  const addresses = new Set(chosen.map(({ address }) => address))
  expect(addresses.size).toBe(chosen.length)
  expect(chosen).toHaveLength(300)
  expect(expected.map(({ address }) => addresses.has(address))).toEqual([true, true, true])
})
