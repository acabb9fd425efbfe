import { describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { daySeconds } from '@/lib/core/time'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { startOfCandle } from '@/lib/market/candles/candle'
import { listTokenCandles } from '@/lib/market/candles/list-token-candles'
import { listPools } from '@/lib/market/pools/list-pools'
import type { MeasuredPool } from '@/lib/market/pools/measure-pools'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { saveToken } from '@/lib/tokens/token-store'
import { carryForward, listTokenMarkets, sumPools, type TokenMarket } from './list-token-markets'

const chainId = 1
const { usdToken } = getNetwork(chainId)
const [weth, usdc] = ['WETH', 'USDC'].map((symbol) => getDevnetToken(chainId, symbol))

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

async function list(...tokens: readonly (typeof weth)[]): Promise<readonly TokenMarket[]> {
  await fixture.index()
  for (const token of tokens) {
    if (!token) continue
    const { address, symbol, name, decimals } = token
    const facts = { address, symbol, name, decimals, unsupported: undefined }
    await saveToken(fixture.ctx.db, { chainId, ...facts, listed: true })
  }
  return (await listTokenMarkets(fixture.ctx, chainId)).markets
}

describe('the markets of listed tokens', () => {
  test('have the price, value and volume of the other endpoints', async () => {
    await fixture.trade({ marketSeconds: 4_000 }, 400)
    const markets = await list(weth, usdc)
    const ether = markets.find(({ address }) => address === weth?.address)
    const price = await findUsdPrice(fixture.ctx, { chainId, token: weth?.address ?? '0x' })
    const { pools } = await listPools(fixture.ctx, { chainId })
    const own = pools.filter(({ pool }) =>
      [pool.token0, pool.token1].includes(weth?.address ?? '0x'),
    )
    const sum = (of: (pool: MeasuredPool) => number) => own.reduce((all, one) => all + of(one), 0)
    expect(ether?.usd).toBeCloseTo(price?.usd ?? 0, 6)
    expect(ether?.tvlUsd).toBeCloseTo(
      sum(({ tvlUsd }) => tvlUsd),
      2,
    )
    expect(ether?.volumeUsd).toBeCloseTo(
      sum(({ volumeUsd }) => volumeUsd),
      2,
    )
    expect(ether?.marketCapUsd).toBeCloseTo((ether?.supply ?? 0) * (ether?.usd ?? 0), 2)
  })

  test('change in a day since the price at which a chart of one day opens', async () => {
    const headSeconds = async () =>
      Number((await fixture.ctx.chain(chainId).client.getBlock()).timestamp)
    for (let step = 1; step <= 12; step++) {
      await fixture.trade({ marketSeconds: step * 4_000 }, 600)
    }
    // Most of an hour after the hourly candle of a day ago has closed.
    const last = await headSeconds()
    const late = startOfCandle(last + daySeconds - 3_600, 3_600) + 3_000
    await fixture.trade({ marketSeconds: 80_000 }, late - last)
    const seconds = await headSeconds()
    await list(weth)
    const ctx = { ...fixture.ctx, slots: new Map(), now: () => seconds * 1_000 }
    const { markets } = await listTokenMarkets(ctx, chainId)
    const ether = markets.find(({ address }) => address === weth?.address)
    const to = startOfCandle(seconds, 300) + 300
    const range = { interval: '5m' as const, from: to - daySeconds - 300, to }
    const token = weth?.address ?? '0x'
    const [first] = (await listTokenCandles(ctx, { chainId, token, ...range })) ?? []
    const since = first?.open ?? 0
    expect(Math.abs(ether?.dayChange ?? 0)).toBeGreaterThan(0.0001)
    expect(ether?.dayChange).toBeCloseTo((ether?.usd ?? 0) / since - 1, 9)
  })

  test('have a week of prices up to the newest candle', async () => {
    const [market] = (await list(usdc)).filter(({ address }) => address === usdToken)
    expect(market?.usd).toBe(1)
    expect(market?.week).toEqual(Array.from({ length: 43 }, () => 1))
    expect(market?.dayChange).toBe(0)
  })
})

test('value and volume count for both tokens of a pool', () => {
  const pool = (token0: Address, token1: Address, tvlUsd: number) =>
    ({ pool: { token0, token1 }, tvlUsd, volumeUsd: tvlUsd / 10, aprPercent: 0 }) as MeasuredPool
  const sums = sumPools([pool('0x1', '0x2', 100), pool('0x2', '0x3', 50)])
  expect(sums.get('0x2')).toEqual({ tvlUsd: 150, volumeUsd: 15 })
  expect(sums.get('0x3')).toEqual({ tvlUsd: 50, volumeUsd: 5 })
})

test('gaps carry the price before them', () => {
  expect(carryForward([undefined, 2, undefined, undefined, 3])).toEqual([2, 2, 2, 3])
  expect(carryForward([undefined])).toEqual([])
})
