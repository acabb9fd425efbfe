import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { isolatedToken } from '@/lib/devnet/networks/mainnet'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { someOf } from '@/lib/testing/cases'
import { listPushablePools, type PushablePool, pushPools } from '@/lib/testing/chain/push-pool'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { fetchPoolPrices } from './find-dollar-price'
import { findUsdPrice, findUsdPriceAt } from './find-usd-price'

const chainId = 1
const priced = listDevnetTokens(chainId).filter(({ address }) => address !== isolatedToken)

let database: TestDatabase
let network: TestNetwork
let rpc: Rpc
let pools: readonly PushablePool[]
let untouched: unknown

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  rpc = createRpc(network.rpcUrl)
  await repeat(() => discoverPools(openContext(), { chainId }), Boolean)
  pools = await listPushablePools(rpc)
})
beforeEach(async () => {
  untouched = await rpc('evm_snapshot', [])
})
afterEach(async () => {
  await rpc('evm_revert', [untouched])
  await database.db.poolCandle.deleteMany()
  await database.db.indexedBlock.deleteMany()
})

/** The context of a process that has just started. */
function openContext() {
  return createTestContext({
    db: database.db,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: String(chainId) },
  })
}

async function pricesOf(tokens: readonly Address[]): Promise<readonly number[]> {
  const ctx = openContext()
  const found = await Promise.all(tokens.map((token) => findUsdPrice(ctx, { chainId, token })))
  return found.map((price) => price?.usd ?? Number.NaN)
}

/** Candles of a quiet market: each pool's current price, also five and ten minutes ago. */
async function writeCandles(): Promise<void> {
  const ctx = openContext()
  const known = await listPoolsOf(ctx.db, {
    chainId,
    tokens: pools.flatMap(({ tokens }) => tokens),
    limit: 100,
  })
  const { pools: prices, blockNumber, at } = await fetchPoolPrices(ctx.chain(chainId), known)
  const begin = at - (at % 300)
  const amounts = { volume0: 1, volume1: 1, swaps: 1 }
  await ctx.db.poolCandle.createMany({
    data: prices.flatMap(({ address: pool, price, depth0, depth1 }) =>
      [begin - 600, begin - 300].map((candleAt) => ({
        ...{ chainId, pool, seconds: 300, at: candleAt, ...amounts },
        ...{ open: price, high: price, low: price, close: price },
        ...{ depth0: BigInt(Math.floor(depth0)).toString() },
        ...{ depth1: BigInt(Math.floor(depth1)).toString() },
      })),
    ),
  })
  const hash = `0x${'11'.repeat(32)}`
  const block = { number: blockNumber, hash, parentHash: hash, timestamp: at }
  await ctx.db.indexedBlock.create({ data: { chainId, indexer: 'market', ...block } })
}

const change = (before: number, after: number) => Math.abs(after / before - 1)

describe('usdPrice from our own liquidity', () => {
  test('is near the opening price of the embedded market', async () => {
    const prices = await pricesOf(priced.map(({ address }) => address))
    for (const [i, { symbol, usd }] of priced.entries()) {
      // The token with a 1 % transfer fee reached its pool reduced by that fee.
      expect(change(usd, prices[i] ?? 0), symbol).toBeLessThan(0.015)
    }
  })

  test('is 1 for the dollar token, and equal for the native and the wrapped token', async () => {
    const { usdToken, wrappedNative } = openContext().chain(chainId).network
    const [dollar, native, wrapped] = await pricesOf([usdToken, nativeToken, wrappedNative])
    expect(dollar).toBe(1)
    expect(native).toBe(wrapped)
  })

  test('has the time of the newest block', async () => {
    const { timestamp } = await openContext().chain(chainId).client.getBlock()
    const price = await findUsdPrice(openContext(), { chainId, token: nativeToken })
    expect(price?.at).toBe(Number(timestamp))
  })

  test('is undefined for a token without pools and an address without code', async () => {
    const ctx = openContext()
    for (const token of [isolatedToken, `0x${'12'.repeat(20)}` as const]) {
      expect(await findUsdPrice(ctx, { chainId, token })).toBeUndefined()
    }
  })
})

describe('a past price', () => {
  test('is that of the candle of its time; without a candle there is none', async () => {
    await writeCandles()
    const ctx = openContext()
    const { usdToken, wrappedNative: token } = ctx.chain(chainId).network
    const { timestamp } = await ctx.chain(chainId).client.getBlock()
    const seconds = Number(timestamp)
    ctx.clock.set((seconds + 3_000) * 1_000)
    const [present = 0] = await pricesOf([token])
    const priceAt = (at: number) => findUsdPriceAt(ctx, { chainId, token, at })
    expect(change(present, (await priceAt(seconds - 300)) ?? 0)).toBeLessThan(0.01)
    // A quiet market keeps its price.
    expect(await priceAt(seconds + 2_000)).toBe(await priceAt(seconds - 300))
    expect(await priceAt(seconds - 40 * 86_400)).toBeUndefined()
    const day = { chainId, token: usdToken, at: seconds - 40 * 86_400 }
    expect(await findUsdPriceAt(ctx, day)).toBe(1)
  })
})

describe('an address without pools', () => {
  const untrusted = Array.from(
    { length: 1_000 },
    (_, i): Address => `0x${(0xabcd00000000 + i).toString(16).padStart(40, '0')}`,
  )

  test('is cheap: a thousand sequential look-ups make under 20 requests', async () => {
    const ctx = openContext()
    let statements = 0
    const count = () => {
      statements += 1
    }
    const pool = (ctx.db as unknown as { [key: symbol]: Pool })[Symbol.for('coincide.pool')]
    pool?.on('acquire', count)
    const calls = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => calls.mockRestore())
    // A known token shows that both kinds of requests are counted.
    expect(await findUsdPrice(ctx, { chainId, token: nativeToken })).toBeDefined()
    expect(statements).toBeGreaterThan(0)
    expect(calls).toHaveBeenCalled()
    for (const token of untrusted) {
      expect(await findUsdPrice(ctx, { chainId, token })).toBeUndefined()
    }
    pool?.off('acquire', count)
    expect(statements + calls.mock.calls.length).toBeLessThanOrEqual(20)
  })

  test('is searched if not all pools are known, a few a second; further searches are rate-limited', async () => {
    const ctx = createTestContext({
      db: database.db,
      rpcUrls: new Map([[chainId, network.rpcUrl]]),
      now: Date.now(),
    })
    const outcomes = await Promise.all(
      untrusted
        .slice(0, 10)
        .map((token) =>
          findUsdPrice(ctx, { chainId, token }).catch((error: { code: string }) => error.code),
        ),
    )
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(4)
    expect(outcomes.filter((outcome) => outcome === 'RateLimited')).toHaveLength(6)
    ctx.clock.advance(1_001)
    expect(await findUsdPrice(ctx, { chainId, token: untrusted[9] ?? '0x' })).toBeUndefined()
  })

  test('is priced as soon as its pool is stored', async () => {
    const ctx = openContext()
    const cow = priced.find(({ symbol }) => symbol === 'COW')?.address ?? '0x'
    const of = { OR: [{ token0: cow }, { token1: cow }] }
    const rows = await ctx.db.pool.findMany({ where: of })
    await ctx.db.pool.deleteMany({ where: of })
    expect(await findUsdPrice(ctx, { chainId, token: cow })).toBeUndefined()
    await ctx.db.pool.createMany({ data: rows })
    ctx.clock.set(Date.now() + 3_001)
    expect(await findUsdPrice(ctx, { chainId, token: cow })).toMatchObject({
      at: expect.any(Number),
    })
  })
})

describe('a pool whose price moves by half in one block', () => {
  const tokens = priced.map(({ address }) => address)

  const known = () => pools.flatMap((pool) => pool.tokens)
  const poolsOf = (token: Address) => pools.filter((pool) => pool.tokens.includes(token))

  /** Moves each pool's price in turn, and returns how far each token's price moved. */
  async function pushEach(factor: number, seen: readonly Address[]): Promise<readonly number[]> {
    const before = await pricesOf(seen)
    const moves: number[] = []
    for (const pool of pools) {
      const snapshot = await rpc('evm_snapshot', [])
      await pushPools(rpc, [pool], factor)
      const after = await pricesOf(seen)
      moves.push(Math.max(...after.map((price, i) => change(before[i] ?? 0, price))))
      await rpc('evm_revert', [snapshot])
    }
    return moves
  }

  test('really moves', async () => {
    const ctx = openContext()
    const rows = await listPoolsOf(ctx.db, { chainId, tokens: known(), limit: 100 })
    const read = () => fetchPoolPrices(ctx.chain(chainId), rows)
    const before = await read()
    await pushPools(rpc, pools, 1.5)
    const after = await read()
    expect(after.pools).toHaveLength(pools.length)
    for (const [i, { price }] of after.pools.entries()) {
      expect(price / (before.pools[i]?.price ?? 0)).toBeCloseTo(1.5, 2)
    }
  })

  test.each(someOf([1.5, 1 / 1.5]))(
    'moves no token’s price by two percent, whichever pool it is (times %d)',
    { timeout: 120_000, tags: ['long'] },
    async (factor) => {
      await writeCandles()
      expect(Math.max(...(await pushEach(factor, tokens)))).toBeLessThan(0.02)
    },
  )

  test('moves no price that three pools determine, even without candles', {
    timeout: 120_000,
  }, async () => {
    const several = tokens.filter((token) => poolsOf(token).length > 2)
    expect(several.length).toBeGreaterThan(7)
    expect(Math.max(...(await pushEach(1.5, several)))).toBeLessThan(0.02)
  })

  test('moves no token’s price by two percent when all pools move in the same block', {
    tags: ['long-only'],
  }, async () => {
    await writeCandles()
    const before = await pricesOf(tokens)
    await pushPools(rpc, pools, 1.5)
    const after = await pricesOf(tokens)
    const moves = after.map((price, i) => change(before[i] ?? 0, price))
    expect(Math.max(...moves)).toBeLessThan(0.02)
  })

  test('sets the price if it persists for ten minutes', async () => {
    await writeCandles()
    const steth = priced.find(({ symbol }) => symbol === 'stETH')?.address ?? '0x'
    const [before = 0] = await pricesOf([steth])
    const factor =
      pools.find(({ tokens }) => tokens.includes(steth))?.tokens[0] === steth ? 1.5 : 1 / 1.5
    await pushPools(rpc, poolsOf(steth), factor)
    await rpc('evm_increaseTime', [600])
    await rpc('anvil_mine', ['0x1'])
    await database.db.poolCandle.deleteMany()
    await database.db.indexedBlock.deleteMany()
    await writeCandles()
    const [after = 0] = await pricesOf([steth])
    expect(after / before).toBeCloseTo(1.5, 2)
  })
})
