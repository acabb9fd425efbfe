import { erc20Abi, parseAbiItem } from 'viem'
import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { listDevnetPools } from '@/lib/devnet/embedded-networks'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { listPools, type PoolFilter, pageOf } from './list-pools'
import type { MeasuredPool } from './measure-pools'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})
const chainId = 1
const list = async (query: Partial<PoolFilter> = {}) =>
  (await listPools(fixture.ctx, { chainId, ...query })).pools

/** Value of a pool's token balances in US dollars. */
async function heldUsd(ctx: Context, { pool }: MeasuredPool): Promise<number> {
  const { client } = ctx.chain(chainId)
  const sides = [pool.token0, pool.token1].map(async (address) => {
    const call = { address, abi: erc20Abi } as const
    const [balance, decimals, price] = await Promise.all([
      client.readContract({ ...call, functionName: 'balanceOf', args: [pool.address] }),
      client.readContract({ ...call, functionName: 'decimals' }),
      findUsdPrice(ctx, { chainId, token: address }),
    ])
    return (Number(balance) / 10 ** decimals) * (price?.usd ?? Number.NaN)
  })
  const [first = 0, second = 0] = await Promise.all(sides)
  return first + second
}

describe('pools', () => {
  test('are all listed with their value', async () => {
    await fixture.index()
    const pools = await list()
    expect(pools).toHaveLength(listDevnetPools(chainId).length)
    for (const measured of pools) {
      expect(measured.tvlUsd / (await heldUsd(fixture.ctx, measured))).toBeCloseTo(1, 6)
      expect(measured).toMatchObject({ volumeUsd: 0, aprPercent: 0 })
    }
  })

  test('have the volume of their swaps in 24 hours', async () => {
    const { client } = fixture.ctx.chain(chainId)
    const before = await client.getBlockNumber()
    await fixture.trade({ marketSeconds: 4_000 }, 400)
    await fixture.trade({ marketSeconds: 9_000 }, 4_000)
    await fixture.index()
    const { network } = fixture.ctx.chain(chainId)
    const swap = parseAbiItem(
      'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
    )
    const logs = await client.getLogs({ event: swap, fromBlock: before + 1n })
    let compared = 0
    for (const { pool, volumeUsd, tvlUsd, aprPercent } of await list()) {
      expect(aprPercent).toBeCloseTo((volumeUsd * pool.feePpm * 365) / 1e4 / tvlUsd, 6)
      const own = logs.filter(({ address }) => address.toLowerCase() === pool.address)
      if (own.length === 0 || pool.token1 !== network.wrappedNative) continue
      const price = await findUsdPrice(fixture.ctx, { chainId, token: network.wrappedNative })
      const amounts = own.map(({ args }) => Math.abs(Number(args.amount1 ?? 0n)))
      const total = amounts.reduce((sum, amount) => sum + amount, 0) / 1e18
      // If both tokens are base tokens, the smaller side counts.
      expect(volumeUsd).toBeLessThanOrEqual(total * (price?.usd ?? 0) * 1.000001)
      expect(volumeUsd).toBeGreaterThan(total * (price?.usd ?? 0) * 0.97)
      compared += 1
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('exclude older swaps from the volume', async () => {
    await fixture.trade({ marketSeconds: 4_000 }, 400)
    await fixture.index()
    const volume = async (ctx: Context) => {
      const { pools } = await listPools(ctx, { chainId })
      return pools.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0)
    }
    expect(await volume(fixture.ctx)).toBeGreaterThan(0)
    const later = { ...fixture.ctx, now: () => Date.now() + 2 * 86_400_000, slots: new Map() }
    expect(await volume(later)).toBe(0)
  })

  test('can be listed by token, including the native token, and by address', async () => {
    await fixture.index()
    const { wrappedNative } = getNetwork(chainId)
    const all = await list()
    const ofNative = await list({ token: nativeToken })
    expect(ofNative.length).toBeGreaterThan(5)
    expect(ofNative).toEqual(await list({ token: wrappedNative }))
    const has = ({ pool }: MeasuredPool) => [pool.token0, pool.token1].includes(wrappedNative)
    expect(ofNative.map(({ pool }) => pool.address).sort()).toEqual(
      all
        .filter(has)
        .map(({ pool }) => pool.address)
        .sort(),
    )
    const [first, second] = all.map(({ pool }) => pool.address)
    const addresses = [first ?? '0x', second ?? '0x', `0x${'12'.repeat(20)}`] as const
    expect(await list({ addresses })).toHaveLength(2)
    expect(await list({ token: `0x${'12'.repeat(20)}` })).toEqual([])
  })

  test('are read once a minute for all callers', async () => {
    await fixture.index()
    const [first, second] = await Promise.all([list(), list()])
    expect(second).toBe(first)
    expect(await list()).toBe(first)
    const later = { ...fixture.ctx, now: () => Date.now() + 61_000 }
    expect((await listPools(later, { chainId })).pools).not.toBe(first)
  })

  test('are paginated without repeats or gaps', async () => {
    await fixture.index()
    const all = await list()
    const page = (offset: number) =>
      pageOf(all, { sort: 'volume', order: 'desc', offset, limit: 7 })
    const pages = [0, 7, 14, 21, 28, 35, 42, 49, 56].flatMap((offset) => page(offset))
    expect(new Set(pages)).toEqual(new Set(all))
    expect(pages).toHaveLength(all.length)
    const sorted = pageOf(all, { sort: 'tvl', order: 'desc', offset: 0, limit: 500 })
    const values = sorted.map(({ tvlUsd }) => tvlUsd)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })
})

describe('pools of unknown value', () => {
  test('throw an outage until the index exists', async () => {
    await expect(list()).rejects.toMatchObject({ code: 'InternalServerError' })
    await fixture.index()
    expect((await list()).length).toBeGreaterThan(0)
  })

  test('throw an outage while the node is down', async () => {
    await fixture.index()
    const dead = createTestContext({
      db: fixture.db,
      rpcUrls: new Map([[chainId, 'http://127.0.0.1:1']]),
      environment: { EMBEDDED_CHAIN_IDS: '1' },
    })
    await expect(listPools(dead, { chainId })).rejects.toMatchObject({
      code: 'InternalServerError',
      retryAfterSeconds: 2,
    })
  })

  test('are left out if a token has no price', async () => {
    await fixture.index()
    const before = await list()
    // A pair with only dust of LONE, a token without other pools.
    const { LONE = '0x', WETH = '0x' } = fixture.network.tokens
    const [token0, token1] = [LONE, WETH].sort() as [`0x${string}`, `0x${string}`]
    const address: `0x${string}` = `0x${'99'.repeat(20)}`
    const factory = getNetwork(chainId).factories.uniswapV2[0]?.address ?? '0x'
    const facts = { chainId, address, factory, token0, token1, feePpm: 3_000, createdBlock: 1n }
    await fixture.db.pool.create({ data: { ...facts, protocol: 'uniswap_v2' } })
    const fresh = { ...fixture.ctx, slots: new Map() }
    const after = await listPools(fresh, { chainId })
    expect(after.pools).toHaveLength(before.length)
  })
})
