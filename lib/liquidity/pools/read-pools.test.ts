import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import { isPairPool, type PairDescriptor, tokensOf } from '@/lib/liquidity/pool'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { addPositions, comparePairSwaps } from '@/lib/testing/chain/compare-pair-swaps'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { discoverPools } from './discover-pools'
import { listPoolsOf } from './pool-store'
import { readPools } from './read-pools'

const chainId = 1
let database: TestDatabase
let network: TestNetwork
let ctx: Context
let tokens: Record<string, Address>

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  tokens = network.tokens
})

function tokenOf(symbol: string): Address {
  const address = tokens[symbol]
  if (!address) throw new Error(`no token ${symbol}`)
  return address.toLowerCase() as Address
}

describe('readPools', () => {
  test('finds the pools between the given and the base tokens without reading history', async () => {
    const { pools, blockNumber } = await readPools(ctx, {
      chainId,
      tokens: [tokenOf('COW'), tokenOf('USDC')],
    })
    expect(blockNumber).toBe(await ctx.chain(chainId).client.getBlockNumber())
    expect(new Set(pools.map(({ protocol }) => protocol)).size).toBe(2)
    expect(pools.some((pool) => tokensOf(pool).includes(tokenOf('COW')))).toBe(true)
  })

  test('finds a pool among dozens of made-up tokens after some blocks', async ({
    freshDatabase: { db },
  }) => {
    const fresh = createTestContext({ db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
    const madeUp = Array.from({ length: 40 }, (_, i): Address => `0x${String(i + 10).repeat(20)}`)
    const ends = [tokenOf('COW'), tokenOf('GNO')]
    const isBetweenEnds = ({ token0, token1 }: PairDescriptor) =>
      ends.includes(token0) && ends.includes(token1)
    const found = await repeat(
      async () => {
        await createRpc(network.rpcUrl)('evm_mine', [])
        fresh.clock.advance(1_000)
        await readPools(fresh, { chainId, tokens: [...madeUp, ...ends] })
        return listPoolsOf(db, { chainId, tokens: ends, limit: 100 })
      },
      (pools) => pools.some(isBetweenEnds),
    )
    expect(found.length).toBeGreaterThan(1)
  })

  test('finds all pools after reading the events of the factories', async () => {
    await repeat(() => discoverPools(ctx, { chainId }), Boolean)
    const found = await listPoolsOf(ctx.db, {
      chainId,
      tokens: Object.values(tokens).map((address) => address.toLowerCase() as Address),
      limit: 1_000,
    })
    expect(found.length).toBeGreaterThanOrEqual(40)
    const isolated = network.fixtures?.isolatedToken.toLowerCase()
    expect(found.some(({ token0, token1 }) => [token0, token1].includes(isolated as Address))).toBe(
      false,
    )
  })

  test('reads pools once per block, for concurrent requests too', async () => {
    const read = () => readPools(ctx, { chainId, tokens: [tokenOf('UNI'), tokenOf('LINK')] })
    const [first, second] = await Promise.all([read(), read()])
    expect(first.pools).toBe(second.pools)
    await createRpc(network.rpcUrl)('evm_mine', [])
    const third = await read()
    expect(third.blockHash).not.toBe(first.blockHash)
    expect(third.pools).toEqual(first.pools)
  })

  test('returns pools that match the contracts to the last wei, for 1000 random amounts', async () => {
    const random = seededRandom(11)
    const all = Object.values(tokens).map((address) => address.toLowerCase() as Address)
    const ends = [tokenOf('USDC'), tokenOf('WETH')]
    const from = network.accounts[0]?.address as Address
    for (const pool of (await readPools(ctx, { chainId, tokens: all })).pools.filter(isPairPool)) {
      const isMajor = ends.includes(pool.token0) && ends.includes(pool.token1)
      if (pool.protocol !== 'uniswap-v3' || !isMajor) continue
      await addPositions(createRpc(network.rpcUrl), { pool, from })
    }
    const { pools: found, blockNumber } = await readPools(ctx, { chainId, tokens: all })
    const input = { pools: found.filter(isPairPool), blockNumber, swaps: 1_000, random }
    const { differences, compared, ...kinds } = await comparePairSwaps(ctx.chain(chainId), input)
    expect(differences).toEqual([])
    expect(kinds.crossed).toBeGreaterThan(100)
    expect(kinds.far).toBeGreaterThan(100)
    expect(compared['uniswap-v2']).toBeGreaterThan(150)
    expect(compared['uniswap-v3']).toBeGreaterThan(150)
  })
})
