import { describe, expect } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { isolatedToken } from '@/lib/devnet/networks/mainnet'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { insertTradingDay } from '@/lib/testing/chain/index-test-market'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { findSlippage, type SlippageQuery } from './find-slippage'

const chainId = 1
const unit = 10n ** 18n
const weth = getDevnetToken(chainId, 'WETH').address
const usdc = getDevnetToken(chainId, 'USDC').address
const cow = getDevnetToken(chainId, 'COW').address
const dai = getDevnetToken(chainId, 'DAI').address

let network: TestNetwork
let database: TestDatabase
let shared: ReturnType<typeof createTestContext>

function contextOf({ db }: TestDatabase, rpcUrl = network.rpcUrl) {
  return createTestContext({ db, rpcUrls: new Map([[chainId, rpcUrl]]) })
}

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  shared = contextOf(database)
  await insertTradingDay(shared, { chainId, tokens: [weth, usdc, cow, dai] })
})

async function bpsOf(base: Address, quote: Address, query: SlippageQuery = {}): Promise<number> {
  return (await findSlippage(shared, { chainId, base, quote, ...query })).slippageBps
}

describe('the recommended slippage', () => {
  test('follows from the last day of both tokens, with the time of the prices', async () => {
    const found = await findSlippage(shared, { chainId, base: weth, quote: usdc })
    expect(found.slippageBps).toBeGreaterThan(30)
    expect(found.slippageBps).toBeLessThan(90)
    const { timestamp } = await shared.chain(chainId).client.getBlock()
    expect(found.at).toBe(Number(timestamp))
    expect(await bpsOf(dai, usdc)).toBeLessThan(found.slippageBps)
  })

  test('of the native token is that of the wrapped token', async () => {
    expect(await bpsOf(nativeToken, usdc)).toBe(await bpsOf(weth, usdc))
    expect(await bpsOf(usdc, nativeToken)).toBe(await bpsOf(usdc, weth))
  })

  test('between native and wrapped token is the minimum', async () => {
    expect(await bpsOf(nativeToken, weth)).toBe(1)
  })

  test('does not fall with the order size, sell or buy', async () => {
    for (const [orderKind, amount] of [
      ['sell', 'sellAmount'],
      ['buy', 'buyAmount'],
    ] as const) {
      const bps: number[] = [await bpsOf(cow, weth)]
      for (const tokens of [1n, 10_000n, 1_000_000n, 10_000_000n, 10n ** 12n]) {
        bps.push(await bpsOf(cow, weth, { orderKind, [amount]: tokens * unit }))
      }
      expect(bps).toEqual([...bps].sort((a, b) => a - b))
      expect(bps.at(-1)).toBeGreaterThan((bps[0] ?? 0) + 100)
    }
  })

  test('counts the fee in proportion to the sell amount', async () => {
    const sellAmount = unit
    const plain = await bpsOf(weth, usdc, { sellAmount })
    const fee = await bpsOf(weth, usdc, { sellAmount, feeAmount: unit / 100n })
    expect(fee - plain).toBeGreaterThanOrEqual(49)
    expect(fee - plain).toBeLessThanOrEqual(51)
    const bought = await bpsOf(weth, usdc, {
      orderKind: 'buy',
      buyAmount: unit,
      feeAmount: 32_000_000n,
    })
    expect(bought - plain).toBeGreaterThanOrEqual(45)
    expect(bought - plain).toBeLessThanOrEqual(55)
    expect(await bpsOf(weth, usdc, { feeAmount: unit })).toBe(await bpsOf(weth, usdc))
  })

  test('is lower for an early expiry and for partial fills', async () => {
    const order = { orderKind: 'sell', sellAmount: 1_000_000n * unit } as const
    const whole = await bpsOf(cow, weth, order)
    expect(await bpsOf(cow, weth, { ...order, expirationTimeInSeconds: 30 })).toBeLessThan(whole)
    expect(await bpsOf(cow, weth, { ...order, expirationTimeInSeconds: 86_400 })).toBe(whole)
    expect(await bpsOf(cow, weth, { ...order, partiallyFillable: true })).toBeLessThan(whole)
  })

  test('is higher if the pools were shallower in the last day', async ({ openDatabase }) => {
    const before = await bpsOf(cow, weth, { sellAmount: 1_000_000n * unit })
    const shallow = await openDatabase()
    const ctx = contextOf(shallow)
    await insertTradingDay(ctx, { chainId, tokens: [weth, usdc, cow, dai] })
    await shallow.db.$executeRaw`
      UPDATE pool_candles SET depth0 = depth0 * 2, depth1 = depth1 * 2
      WHERE at = (SELECT max(at) FROM pool_candles)`
    const input = { chainId, base: cow, quote: weth, sellAmount: 1_000_000n * unit }
    expect((await findSlippage(ctx, input)).slippageBps).toBeGreaterThan(before)
  })

  test('ignores pools with liquidity at a single price, however deep they look', {
    tags: ['long-only'],
  }, async ({ openDatabase }) => {
    const pushed = await openDatabase()
    await insertTradingDay(contextOf(pushed), { chainId, tokens: [weth, usdc, cow, dai] })
    // A new context each time: a context caches its measurements.
    const measure = () => findSlippage(contextOf(pushed), { chainId, base: cow, quote: usdc })
    const honest = await measure()
    const real = await pushed.db.pool.findFirstOrThrow({
      where: { chainId, protocol: 'uniswap_v3', token0: weth, token1: cow },
    })
    const candles = await pushed.db.poolCandle.findMany({ where: { pool: real.address } })
    for (const digit of ['1', '2', '3']) {
      const address = `0x${digit.repeat(40)}`
      await pushed.db.pool.create({ data: { ...real, address } })
      const swung = candles.map((candle, i) => {
        const close = candle.close * (i % 24 < 12 ? 1.3 : 0.7)
        const [depth0, depth1] = [candle.depth0.mul(50), candle.depth1.mul(50)]
        const prices = { open: close, high: close, low: close, close }
        return { ...candle, pool: address, depth0, depth1, ...prices }
      })
      await pushed.db.poolCandle.createMany({ data: swung })
    }
    expect((await measure()).slippageBps).toBe(honest.slippageBps)
  })
})

describe('without data it throws, and never recommends 0', () => {
  const pair = { chainId, base: weth, quote: usdc }

  test.each([
    ['an address without a token', `0x${'12'.repeat(20)}` as Address],
    ['a token without pools', isolatedToken],
  ])('%s has no market data', async (_, token) => {
    const refused = { code: 'NotFound', message: expect.stringContaining(token) }
    const ctx = shared
    await expect(findSlippage(ctx, { ...pair, base: token })).rejects.toMatchObject(refused)
    await expect(findSlippage(ctx, { ...pair, quote: token })).rejects.toMatchObject(refused)
  })

  test('a market that is not indexed is a retryable error', async ({ openDatabase }) => {
    const ctx = contextOf(await openDatabase())
    const failed = { code: 'InternalServerError', retryAfterSeconds: expect.any(Number) }
    await expect(findSlippage(ctx, pair)).rejects.toMatchObject(failed)
  })

  test('an indexed market without trades has no market data', async ({ openDatabase }) => {
    const empty = await openDatabase()
    const ctx = contextOf(empty)
    const leadership = { chainId, epoch: 1n, role: marketRole(chainId) }
    await empty.db.leader.create({ data: { role: leadership.role, epoch: 1n } })
    await repeat(
      () => indexMarket(ctx, leadership),
      (state) => state !== 'behind',
    )
    await empty.db.poolCandle.deleteMany()
    await expect(findSlippage(ctx, pair)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('an outage of the network is a retryable error', async () => {
    const ctx = contextOf(database, 'http://127.0.0.1:1')
    const failed = { code: 'InternalServerError', retryAfterSeconds: expect.any(Number) }
    await expect(findSlippage(ctx, pair)).rejects.toMatchObject(failed)
  })
})
