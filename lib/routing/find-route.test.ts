import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { type ConstantProductPool, otherToken, type PairPool } from '@/lib/liquidity/pool'
import { amountIn, amountOut, poolGas } from '@/lib/liquidity/swap-pool'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { cases } from '@/lib/testing/cases'
import { findPath, findRoute } from './find-route'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`

function pair(a: number, b: number, reserves: readonly [bigint, bigint], id = 0): PairPool {
  const [token0, token1] = a < b ? [a, b] : [b, a]
  const [reserve0, reserve1] = a < b ? reserves : [reserves[1], reserves[0]]
  const pool: ConstantProductPool = {
    protocol: 'uniswap-v2',
    address: token(10_000 + a * 1_000 + b * 10 + id),
    token0: token(token0),
    token1: token(token1),
    feePpm: 3_000,
    reserve0,
    reserve1,
  }
  return pool
}

function concentrated(a: number, b: number, liquidity: bigint): PairPool {
  return {
    protocol: 'uniswap-v3',
    address: token(900_000 + a * 100 + b),
    token0: token(a),
    token1: token(b),
    feePpm: 500,
    tickSpacing: 10,
    sqrtPriceX96: 1n << 96n,
    tick: 0,
    liquidity,
    ticks: [
      { tick: -5_000, liquidityNet: liquidity },
      { tick: 5_000, liquidityNet: -liquidity },
    ],
    lowestTick: -5_120,
    highestTick: 5_110,
  }
}

/** The best amount over all paths without a repeated token, by enumeration. */
function bestByTrying(
  pools: readonly PairPool[],
  from: { token: Address; amount: bigint },
  end: Address,
) {
  const visit = (at: typeof from, visited: readonly Address[]): bigint => {
    if (at.token === end) return at.amount
    if (visited.length === 4) return 0n
    let best = 0n
    for (const pool of pools) {
      const next = otherToken(pool, at.token)
      const amount = next && amountOut(pool, at, next)
      if (!next || amount === undefined || visited.includes(next)) continue
      const reached = visit({ token: next, amount }, [...visited, next])
      if (reached > best) best = reached
    }
    return best
  }
  return visit(from, [from.token])
}

const reserve = fc.bigInt({ min: 1n, max: 10n ** 24n })
const markets = fc
  .array(
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), reserve, reserve)
      .filter(([a, b]) => a !== b),
    { maxLength: 14 },
  )
  .map((pairs) => pairs.map(([a, b, left, right], i) => pair(a, b, [left, right], i)))
const ends = { sellToken: token(1), buyToken: token(2) }
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
  fc.bigInt({ min: 1n, max: 1_000n }),
)

describe('findRoute', () => {
  test('pays at least the best single path and at most the bound for a sell amount', {
    tags: ['long'],
  }, () => {
    fc.assert(
      fc.property(markets, amounts, (pools, sellAmount) => {
        const route = findRoute(pools, { ...ends, sellAmount })
        const best = bestByTrying(
          pools,
          { token: ends.sellToken, amount: sellAmount },
          ends.buyToken,
        )
        expect(route?.buyAmount ?? 0n).toBeGreaterThanOrEqual(best)
        if (!route) return
        expect(replayRoute(route)).toEqual({ sold: sellAmount, bought: route.buyAmount })
        expect(route.bound).toBeGreaterThanOrEqual(route.buyAmount)
        expect(route.gapBps).toBeGreaterThanOrEqual(0)
      }),
      { seed: 5, numRuns: cases(150, 500) },
    )
  })

  test('takes at most a direct pool and at least the bound for a buy amount', {
    tags: ['long'],
  }, () => {
    fc.assert(
      fc.property(markets, amounts, (pools, buyAmount) => {
        const route = findRoute(pools, { ...ends, buyAmount })
        const direct = pools.flatMap(
          (pool) =>
            amountIn(pool, { token: ends.buyToken, amount: buyAmount }, ends.sellToken) ?? [],
        )
        if (direct.length > 0) expect(route).toBeDefined()
        if (!route) return
        expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
        expect(route.buyAmount).toBeGreaterThanOrEqual(buyAmount)
        for (const amount of direct) expect(route.sellAmount).toBeLessThanOrEqual(amount)
        expect(route.bound).toBeLessThanOrEqual(route.sellAmount)
        expect(route.gapBps).toBeGreaterThanOrEqual(0)
      }),
      { seed: 6, numRuns: cases(150, 500) },
    )
  })

  test('splits a trade over parallel pools and paths with exact amounts', () => {
    const e21 = 10n ** 21n
    const pools = [
      pair(1, 2, [e21, e21], 1),
      pair(1, 2, [2n * e21, 2n * e21], 2),
      pair(1, 3, [e21, e21]),
      concentrated(2, 3, e21),
    ]
    const whole = findRoute(pools, { ...ends, sellAmount: e21 })
    expect(whole?.hops).toHaveLength(4)
    expect(whole?.gapBps).toBeLessThan(0.05)
    const parts = whole?.hops.filter(({ tokenIn }) => tokenIn === ends.sellToken) ?? []
    expect(parts.map(({ amountIn: part }) => part).every((part) => part > 0n)).toBe(true)
    const back = findRoute(pools, { ...ends, buyAmount: whole?.buyAmount ?? 0n })
    expect(Number(back?.sellAmount) / 1e21).toBeCloseTo(1, 5)
    expect(back?.gapBps).toBeLessThan(0.05)
  })

  test('is as good with the prices of an earlier route or with invalid ones', () => {
    const market = randomMarket({ seed: 4, tokens: 20, pools: 80, concentrated: 0.4 })
    const request = {
      sellToken: market.tokens[3] as Address,
      buyToken: market.tokens[11] as Address,
      sellAmount: BigInt(Math.round(2e4 / (market.prices[3] ?? 1))),
    }
    const first = findRoute(market.pools, request)
    const invalid = new Map(
      market.tokens.map((each, i) => [each, [1e-30, Number.NaN, 7][i % 3] ?? 0]),
    )
    for (const prices of [first?.prices, invalid, new Map()]) {
      const again = findRoute(market.pools, { ...request, prices })
      expect(again?.gapBps).toBeGreaterThanOrEqual(0)
      expect(again?.gapBps).toBeLessThanOrEqual(0.1)
    }
  })

  test('passes each hop exactly the output of those before', () => {
    const e20 = 10n ** 20n
    const pools = [pair(1, 3, [e20, e20]), concentrated(3, 4, e20), pair(2, 4, [e20, e20])]
    const route = findRoute(pools, { ...ends, sellAmount: 10n ** 18n })
    const hops = route?.hops ?? []
    expect(hops.map(({ pool }) => pool)).toEqual(pools)
    expect(hops.map(({ amountOut: given }) => given).slice(0, 2)).toEqual(
      hops.map(({ amountIn: taken }) => taken).slice(1),
    )
    expect(route?.gas).toBe(2n * poolGas['uniswap-v2'] + poolGas['uniswap-v3'])
    expect(hops.at(-1)?.amountOut).toBe(route?.buyAmount)
  })

  test('splits less if gas is more expensive', () => {
    const direct = pair(1, 2, [10n ** 21n, 10n ** 21n])
    const detour = [pair(1, 3, [10n ** 24n, 10n ** 24n]), pair(2, 3, [10n ** 24n, 10n ** 24n])]
    const hopsAt = (numerator: bigint) =>
      findRoute([direct, ...detour], {
        ...ends,
        sellAmount: 10n ** 19n,
        gas: { costPerUnit: { numerator, denominator: 1n } },
      })?.hops.length
    expect(hopsAt(0n)).toBe(3)
    expect(hopsAt(10n ** 10n)).toBe(3)
    expect(hopsAt(10n ** 11n)).toBe(2)
    expect(hopsAt(10n ** 13n)).toBe(1)
  })

  test('finds no route between unconnected tokens or for a zero amount', () => {
    const pools = [pair(1, 3, [9n, 9n]), pair(2, 4, [9n, 9n])]
    expect(findRoute(pools, { ...ends, sellAmount: 5n })).toBeUndefined()
    expect(findRoute(pools, { ...ends, sellAmount: 0n })).toBeUndefined()
    expect(findRoute([], { ...ends, buyAmount: 1n })).toBeUndefined()
    expect(findRoute(pools, { ...ends, buyToken: token(1), sellAmount: 5n })).toBeUndefined()
  })

  test('never throws for any amount', () => {
    const pools = [pair(1, 3, [1n, 1n]), concentrated(2, 3, 1n), concentrated(1, 2, 10n ** 30n)]
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (amount) => {
        findRoute(pools, { ...ends, sellAmount: amount })
        findRoute(pools, { ...ends, buyAmount: amount })
      }),
      { seed: 7, numRuns: 300, examples: [[0n], [1n], [maxUint256]] },
    )
  })
})

const market = randomMarket({ seed: 3, tokens: 12, pools: 40, concentrated: 0.3 })
const trade = fc.record({
  from: fc.nat(11),
  distance: fc.integer({ min: 1, max: 11 }),
  exponent: fc.double({ min: -3, max: 5, noNaN: true }),
  kind: fc.constantFrom('sell' as const, 'buy' as const),
  gasPrice: fc.constantFrom(0n, 10n ** 6n),
})

test('executes exactly, never beats a split, and bounds the split too', () => {
  fc.assert(
    fc.property(trade, ({ from, distance, exponent, kind, gasPrice }) => {
      const to = (from + distance) % 12
      const [sellToken, buyToken] = [market.tokens[from]!, market.tokens[to]!]
      const given = kind === 'sell' ? from : to
      const amount = BigInt(Math.round(10 ** exponent / market.prices[given]!)) + 1n
      const size = kind === 'sell' ? { sellAmount: amount } : { buyAmount: amount }
      const costPerUnit = { numerator: gasPrice, denominator: 10n ** 6n }
      const request = { sellToken, buyToken, ...size, gas: gasPrice ? { costPerUnit } : undefined }
      const path = findPath(market.pools, request)
      const split = findRoute(market.pools, request)
      // A split may fill an amount that no single path can.
      if (!path || !split) {
        expect(path).toBeUndefined()
        return
      }
      expect(path.hops.length).toBeLessThanOrEqual(3)
      expect(replayRoute(path).bought).toBe(path.buyAmount)
      expect(path.gapBps).toBeGreaterThanOrEqual(0)
      const net = ({ buyAmount, sellAmount, gas }: typeof path) =>
        (kind === 'sell' ? buyAmount : -sellAmount) * 10n ** 6n - gas * gasPrice
      expect(net(path)).toBeLessThanOrEqual(net(split))
      if (gasPrice > 0n) return
      if (kind === 'sell') expect(path.bound).toBeGreaterThanOrEqual(split.buyAmount)
      else expect(path.bound).toBeLessThanOrEqual(split.sellAmount)
    }),
    { numRuns: 150, seed: 5 },
  )
})

test('finds no path between unconnected tokens or for a zero amount', () => {
  const [sellToken, buyToken] = [market.tokens[0]!, market.tokens[1]!]
  expect(findPath([], { sellToken, buyToken, sellAmount: 1n })).toBeUndefined()
  expect(findPath(market.pools, { sellToken, buyToken, sellAmount: 0n })).toBeUndefined()
  expect(findPath(market.pools, { sellToken, buyToken: sellToken, sellAmount: 1n })).toBeUndefined()
})
