import { describe, expect } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { getDevnetToken, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { createPriceWalk } from '@/lib/devnet/market/prices'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import { isolatedToken } from '@/lib/devnet/networks/mainnet'
import { findPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { listPushablePools, pushPools } from '@/lib/testing/chain/push-pool'
import { type MarketFixture, testOpening } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import type { CandleInterval } from './candle'
import { listTokenCandles } from './list-token-candles'

const chainId = 1
const { wrappedNative, usdToken } = getNetwork(chainId)
const { address: cow } = getDevnetToken(chainId, 'COW')
const { address: steth } = getDevnetToken(chainId, 'stETH')
let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

/** Trades `times` times, a minute into each five-minute window; the clock starts at a full window. */
async function tradeFor(steps: number): Promise<{ readonly begin: number; readonly end: number }> {
  // The chain's clock only advances with its blocks.
  await fixture.mine(1)
  const first = await headSeconds()
  const begin = first - (first % 300) + 600
  await fixture.trade({ marketSeconds: 300 }, begin + 60 - first)
  for (let step = 2; step <= steps; step += 1)
    await fixture.trade({ marketSeconds: step * 300 }, 300)
  await fixture.index()
  return { begin, end: begin + steps * 300 }
}

/** Market price of a token in dollars at the start and after each number of five-minute steps. */
function marketPrices(token: DevnetToken, steps: number): number[] {
  const walk = createPriceWalk(listDevnetTokens(chainId), { seed: 1, openedAt: testOpening })
  return Array.from({ length: steps + 1 }, (_, i) => walk.usdAt(token, testOpening + i * 300))
}

async function headSeconds(): Promise<number> {
  const { timestamp } = await fixture.ctx.chain(chainId).client.getBlock()
  return Number(timestamp)
}

/** The context of a process that starts at the newest block. */
async function openContext() {
  const at = await headSeconds()
  return { ...fixture.ctx, slots: new Map(), now: () => at * 1_000 }
}

type Span = { readonly begin: number; readonly end: number }

async function candlesOf(token: Address, { begin, end }: Span, quote?: Address) {
  const range = { interval: '5m' as const, from: begin, to: end }
  return listTokenCandles(await openContext(), { chainId, token, quote, ...range })
}

async function pushAll(token: Address, factor: number): Promise<void> {
  const pools = (await listPushablePools(fixture.rpc)).filter(({ tokens }) =>
    tokens.includes(token),
  )
  const first = pools.filter(({ tokens }) => tokens[0] === token)
  const second = pools.filter(({ tokens }) => tokens[0] !== token)
  await pushPools(fixture.rpc, first, factor)
  await pushPools(fixture.rpc, second, 1 / factor)
}

describe('candles of the embedded market', () => {
  test('close at the market’s prices', async () => {
    const span = await tradeFor(8)
    for (const token of listDevnetTokens(chainId)) {
      if (token.address === isolatedToken || token.volatility === 0) continue
      const candles = (await candlesOf(token.address, span)) ?? []
      expect(
        candles.map(({ at }) => at),
        token.symbol,
      ).toEqual(Array.from({ length: 8 }, (_, i) => span.begin + i * 300))
      const [, ...prices] = marketPrices(token, 8)
      for (const [i, { close }] of candles.entries()) {
        expect(Math.abs(close / (prices[i] ?? 0) - 1), `${token.symbol} ${i}`).toBeLessThan(0.005)
      }
    }
  })

  test('open at the previous close, with high, low and volume', async () => {
    const candles = (await candlesOf(cow, await tradeFor(6))) ?? []
    for (const [i, { open, high, low, close, volumeUsd }] of candles.entries()) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(low).toBeGreaterThan(0)
      expect(volumeUsd).toBeGreaterThan(100)
      if (i > 0) expect(open).toBe(candles[i - 1]?.close)
    }
  })

  test('have the volume of all pools of the token', { tags: ['long-only'] }, async () => {
    const span = await tradeFor(2)
    const candles = (await candlesOf(wrappedNative, span)) ?? []
    const pools = await fixture.db.pool.findMany({
      where: { OR: [{ token0: wrappedNative }, { token1: wrappedNative }] },
    })
    const rows = await fixture.db.poolCandle.findMany({
      where: { seconds: 300, pool: { in: pools.map(({ address }) => address) } },
    })
    const first = (address: string) => pools.find((pool) => pool.address === address)?.token0
    const atoms = rows.reduce(
      (sum, row) => sum + Number(first(row.pool) === wrappedNative ? row.volume0 : row.volume1),
      0,
    )
    const usd = (atoms / 1e18) * (candles[0]?.close ?? 0)
    const volume = candles.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0)
    expect(Math.abs(volume / usd - 1)).toBeLessThan(0.02)
  })

  test('of a pair are the ratio; of the native token, those of the wrapped token', {
    tags: ['long-only'],
  }, async () => {
    const span = await tradeFor(3)
    const [inEther = [], inDollars = [], ether = []] = await Promise.all([
      candlesOf(cow, span, wrappedNative),
      candlesOf(cow, span),
      candlesOf(nativeToken, span),
    ])
    expect(inEther).toHaveLength(3)
    for (const [i, { close }] of inEther.entries()) {
      expect(close * (ether[i]?.close ?? 0)).toBeCloseTo(inDollars[i]?.close ?? 0, 9)
    }
    expect(ether).toEqual(await candlesOf(wrappedNative, span))
  })

  test('of the dollar token are 1', { tags: ['long-only'] }, async () => {
    const candles = (await candlesOf(usdToken, await tradeFor(2))) ?? []
    expect(candles).toHaveLength(2)
    for (const { open, high, low, close } of candles) {
      expect([open, high, low, close]).toEqual([1, 1, 1, 1])
    }
  })

  test.each(['1h', '1d'] as const)('are rolled up: %s', async (interval: CandleInterval) => {
    const { begin, end } = await tradeFor(14)
    const range = { interval, from: begin - 86_400, to: end }
    const candles = await listTokenCandles(await openContext(), { chainId, token: cow, ...range })
    expect(candles?.length).toBeGreaterThanOrEqual(interval === '1h' ? 2 : 1)
    const [last] = (await candlesOf(cow, { begin, end }))?.slice(-1) ?? []
    expect(candles?.at(-1)?.close).toBeCloseTo(last?.close ?? 0, 9)
  })

  test('are empty without trades, and undefined for a token that was never traded', async () => {
    const { begin } = await tradeFor(1)
    expect(await candlesOf(cow, { begin: begin - 3_000, end: begin - 600 })).toEqual([])
    expect(await candlesOf(isolatedToken, { begin, end: begin + 300 })).toBeUndefined()
    expect(await candlesOf(`0x${'12'.repeat(20)}`, { begin, end: begin + 300 })).toBeUndefined()
  })
})

test('throws instead of reporting no candles while the index is behind', async () => {
  const span = { begin: 1_000, end: 2_000 }
  const candles = candlesOf(cow, span)
  await expect(candles).rejects.toMatchObject({ code: 'InternalServerError' })
  await fixture.index()
  expect(await candlesOf(isolatedToken, span)).toBeUndefined()
})

describe('a token whose pools all move by half in one block', () => {
  test.each([
    ['stETH', 'of one pool'],
    ['COW', 'of several'],
  ])('draws no wick (%s, %s)', async (symbol) => {
    const token = getDevnetToken(chainId, symbol)
    const { begin } = await tradeFor(3)
    await pushAll(token.address, 1.5)
    await fixture.index()
    const end = begin + 900
    const during = (await candlesOf(token.address, { begin, end })) ?? []
    await fixture.trade({ marketSeconds: 1_200 }, 12)
    await fixture.trade({ marketSeconds: 1_200 }, 300)
    await fixture.index()
    const after = (await candlesOf(token.address, { begin, end })) ?? []
    expect(during).toHaveLength(3)
    const prices = marketPrices(token, 4)
    // A spike is clamped to two percent.
    for (const { high, low } of [...during, ...after]) {
      expect(high / Math.max(...prices)).toBeLessThan(1.025)
      expect(low / Math.min(...prices)).toBeGreaterThan(0.975)
    }
  })

  test('shows a price that persists', { tags: ['long-only'] }, async () => {
    const { begin } = await tradeFor(3)
    await pushAll(steth, 1.5)
    await fixture.mine(1, 300)
    await fixture.index()
    const candles = (await candlesOf(steth, { begin, end: begin + 900 })) ?? []
    expect((candles.at(-1)?.close ?? 0) / (candles[0]?.close ?? 1)).toBeCloseTo(1.5, 1)
  })

  test('keeps its current price, before and after the move is indexed', {
    tags: ['long-only'],
  }, async () => {
    await tradeFor(3)
    const priceOf = async () =>
      (await findUsdPrice(await openContext(), { chainId, token: steth }))?.usd
    const before = (await priceOf()) ?? 0
    await pushAll(steth, 1.5)
    const unindexed = (await priceOf()) ?? 0
    await fixture.index()
    const indexed = (await priceOf()) ?? 0
    for (const after of [unindexed, indexed]) {
      expect(Math.abs(after / before - 1)).toBeLessThan(0.02)
    }
  })
})

describe('the price series', () => {
  test('has the closes of complete five-minute windows, and 1 for the dollar token', async () => {
    const { begin, end } = await tradeFor(4)
    const ctx = await openContext()
    const range = { chainId, seconds: 300 as const, from: begin, to: end }
    const series = await findPriceSeries(ctx, { ...range, token: cow })
    const candles = (await candlesOf(cow, { begin, end })) ?? []
    const full = candles.slice(0, -1).map(({ at, close }) => ({ at, usd: close }))
    expect(series).toEqual(full)
    const dollars = await findPriceSeries(ctx, { ...range, token: usdToken })
    expect(dollars).toEqual(full.map(({ at }) => ({ at, usd: 1 })))
  })

  test('leaves out windows without trades, and is empty for an unknown token', {
    tags: ['long-only'],
  }, async () => {
    const { begin } = await tradeFor(2)
    await fixture.trade({ marketSeconds: 900 }, 900)
    await fixture.mine(1, 300)
    await fixture.index()
    const ctx = await openContext()
    const range = { chainId, seconds: 300 as const, from: begin, to: begin + 3_000 }
    const series = await findPriceSeries(ctx, { ...range, token: cow })
    expect(series.map(({ at }) => at)).toEqual([begin, begin + 300, begin + 1_200])
    expect(await findPriceSeries(ctx, { ...range, token: isolatedToken })).toEqual([])
  })
})
