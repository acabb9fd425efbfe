import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { sqrtRatioAtTick } from '@/lib/liquidity/math/tick-math'
import type { ConcentratedPool, ConstantProductPool, Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { exhaustRoutes } from '@/lib/testing/auctions/exhaust-routes'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { findRoute, searchRoute } from './find-route'
import type { Route } from './route'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const ends = { sellToken: token(1), buyToken: token(2) }
const e18 = 10n ** 18n

function pair(a: number, b: number, reserves: readonly [bigint, bigint]): ConstantProductPool {
  return {
    protocol: 'uniswap-v2',
    address: token(1_000_000 * a + b),
    token0: token(a),
    token1: token(b),
    feePpm: 3_000,
    reserve0: reserves[0],
    reserve1: reserves[1],
  }
}

function again(pool: ConstantProductPool, n: number): ConstantProductPool {
  return { ...pool, address: token(9_000_000 + n) }
}

/** Returns a pool whose price is on the tick between high liquidity below and low liquidity above. */
function onTick(tick: number): ConcentratedPool {
  const [deep, shallow] = [10n ** 24n, 10n ** 22n]
  return {
    protocol: 'uniswap-v3',
    address: token(8_000_000),
    token0: token(1),
    token1: token(2),
    feePpm: 3_000,
    tickSpacing: 60,
    sqrtPriceX96: sqrtRatioAtTick(tick),
    tick,
    liquidity: shallow,
    ticks: [
      { tick: tick - 6_000, liquidityNet: deep },
      { tick, liquidityNet: shallow - deep },
      { tick: tick + 6_000, liquidityNet: -shallow },
    ],
    lowestTick: tick - 12_000,
    highestTick: tick + 12_000,
  }
}

/** Asserts what holds for every route, of any pools. */
function check(route: Route | undefined): Route {
  if (!route) throw new Error('no route')
  expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
  expect(route.gapBps).toBeGreaterThanOrEqual(0)
  return route
}

const deep = pair(1, 2, [10n ** 24n, 10n ** 24n])
const sets: readonly [string, readonly Pool[], bigint][] = [
  [
    'dust pools and a deep one',
    [
      deep,
      ...Array.from({ length: 40 }, (_, i) => pair(1, 10 + i, [BigInt(1 + i), 10n ** 30n])),
      ...Array.from({ length: 40 }, (_, i) => ({ ...pair(2, 10 + i, [10n ** 3n, 1n]) })),
    ],
    e18,
  ],
  ['six decimals on one side', [pair(1, 2, [10n ** 24n, 10n ** 12n])], e18],
  [
    'a price of 1e-12',
    [pair(1, 3, [10n ** 30n, e18]), pair(2, 3, [10n ** 24n, 10n ** 24n])],
    10n ** 24n,
  ],
  [
    'a price of 1e12',
    [
      pair(1, 2, [10n ** 12n, 10n ** 24n]),
      pair(1, 3, [10n ** 12n, e18]),
      pair(2, 3, [10n ** 24n, e18]),
    ],
    10n ** 9n,
  ],
  [
    'the same pool many times over',
    [deep, deep, ...Array.from({ length: 30 }, (_, i) => again(deep, i))],
    10n ** 22n,
  ],
  ['pools that reach neither end', [deep, pair(3, 4, [e18, e18]), pair(4, 5, [e18, 1n])], e18],
  [
    'arbitrage between parallel pools',
    [deep, again({ ...deep, reserve1: 2n * 10n ** 24n }, 1)],
    10n ** 21n,
  ],
  [
    'an arbitrage cycle off the path',
    [
      deep,
      pair(1, 3, [e18, e18]),
      pair(2, 3, [e18, 5n * e18]),
      pair(3, 4, [e18, 3n * e18]),
      pair(1, 4, [9n * e18, e18]),
    ],
    e18,
  ],
  ['one atom', [deep, pair(1, 3, [e18, e18]), pair(2, 3, [e18, 7n * e18])], 1n],
  [
    'a price on a tick',
    [onTick(60), again({ ...deep, reserve0: 10n ** 22n, reserve1: 10n ** 22n }, 1)],
    10n ** 22n,
  ],
  [
    'reserves as large as a pair can hold',
    [pair(1, 2, [2n ** 112n - 10n ** 30n, 2n ** 112n - 1n])],
    10n ** 29n,
  ],
]

describe('findRoute among hostile pools', () => {
  test.each(sets)('%s: executes exactly and respects its bound', (_, pools, sellAmount) => {
    const route = findRoute(pools, { ...ends, sellAmount })
    if (sellAmount > 1n) check(route)
    const required = (route?.buyAmount ?? 100n) / 2n + 1n
    const purchase = check(findRoute(pools, { ...ends, buyAmount: required }))
    expect(purchase.buyAmount).toBeGreaterThanOrEqual(required)
    expect(purchase.bound).toBeLessThanOrEqual(purchase.sellAmount)
  })

  test('shares a trade equally over parallel pools and uses each pool once', () => {
    const pools = Array.from({ length: 30 }, (_, i) => again(deep, i))
    const route = check(findRoute([...pools, deep, deep], { ...ends, sellAmount: 10n ** 22n }))
    expect(route.hops).toHaveLength(31)
    const amounts = route.hops.map(({ amountIn }) => Number(amountIn))
    expect(Math.max(...amounts) / Math.min(...amounts)).toBeCloseTo(1, 6)
  })

  test('finds no route for an amount beyond all pools, and does not throw', () => {
    for (const amount of [2n ** 112n, 2n ** 200n, 2n ** 256n - 1n]) {
      for (const pool of [deep, onTick(60)]) {
        expect(searchRoute([pool], { ...ends, sellAmount: amount })).toBeUndefined()
        expect(searchRoute([pool], { ...ends, buyAmount: amount })).toBeUndefined()
      }
    }
  })
})

test('executes exactly through pools of every kind, weighted ones for several pairs', () => {
  const { pools, tokens, prices } = randomMarket({
    seed: 9,
    tokens: 10,
    pools: 30,
    concentrated: 0.3,
    vault: 0.5,
    furtherTokens: 0.2,
  })
  const protocols = new Set<string>()
  let repeated = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (s, step, digits) => {
        const t = (s + step) % tokens.length
        const pair = { sellToken: tokens[s] as Address, buyToken: tokens[t] as Address }
        const sellAmount = BigInt(Math.ceil(10 ** digits / (prices[s] ?? 1)))
        const sale = check(findRoute(pools, { ...pair, sellAmount }))
        const purchase = check(findRoute(pools, { ...pair, buyAmount: sale.buyAmount }))
        for (const { pool } of sale.hops) protocols.add(pool.protocol)
        if (new Set(sale.hops.map(({ pool }) => pool)).size < sale.hops.length) repeated += 1
        expect(purchase.buyAmount).toBeGreaterThanOrEqual(sale.buyAmount)
        // Buying the same amount costs what the sale took, up to both gaps.
        const drift = Number(purchase.sellAmount) / Number(sellAmount) - 1
        const gaps = (sale.gapBps + purchase.gapBps) / 10_000
        expect(Math.abs(drift)).toBeLessThan(2 * gaps + 1e-4 + 10 / Number(sellAmount))
      },
    ),
    { seed: 22, numRuns: 60 },
  )
  expect(protocols.size).toBe(4)
  expect(repeated).toBeGreaterThan(0)
})

describe('findRoute with gas', () => {
  const { pools, tokens, prices } = randomMarket({ seed: 8, tokens: 8, pools: 16 })

  test('matches an exhaustive search over all sets of pools', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (s, step, digits) => {
          const t = (s + step) % tokens.length
          const gasPrice = 1 / 65_000 / (prices[t] ?? 1)
          const question = {
            sellToken: tokens[s] as Address,
            buyToken: tokens[t] as Address,
            sellAmount: BigInt(Math.ceil(10 ** digits / (prices[s] ?? 1))),
          }
          const numerator = BigInt(Math.round(gasPrice * 1e12))
          const gas = { costPerUnit: { numerator, denominator: 10n ** 12n } }
          const route = check(findRoute(pools, { ...question, gas }))
          const best = exhaustRoutes(pools, { ...question, gasPrice }, 3_000)
          expect(best.isComplete).toBe(true)
          const net = Number(route.buyAmount) - gasPrice * Number(route.gas)
          expect((best.net - net) / Number(route.buyAmount)).toBeLessThan(1e-5)
          const bound = Number(route.bound) - gasPrice * Number(route.gas)
          expect(bound / Number(route.buyAmount)).toBeGreaterThanOrEqual(
            best.net / Number(route.buyAmount) - 1e-9,
          )
        },
      ),
      { seed: 21, numRuns: 60 },
    )
  })

  test('fits one transaction however cheap gas is', () => {
    const market = randomMarket({ seed: 7, tokens: 50, pools: 300 })
    const [sellToken, buyToken] = [market.tokens[4] as Address, market.tokens[9] as Address]
    const sellAmount = BigInt(Math.round(1e5 / (market.prices[4] ?? 1)))
    const request = { sellToken, buyToken, sellAmount }
    const gas = { costPerUnit: { numerator: 1n, denominator: 10n ** 30n } }
    const route = check(findRoute(market.pools, { ...request, gas }))
    const free = check(findRoute(market.pools, request))
    expect(free.hops.length).toBeGreaterThan(40)
    expect(route.hops.length).toBeLessThanOrEqual(40)
    expect(Number(route.buyAmount) / Number(free.buyAmount)).toBeGreaterThan(0.9)
  })

  test('uses the path with the least gas if gas costs more than the trade is worth', () => {
    const gas = { costPerUnit: { numerator: 10n ** 18n, denominator: 1n } }
    const three = [deep, pair(1, 3, [10n ** 26n, 10n ** 26n]), pair(2, 3, [10n ** 26n, 10n ** 26n])]
    const route = check(findRoute(three, { ...ends, sellAmount: e18, gas }))
    expect(route.gas).toBe(poolGas['uniswap-v2'])
  })
})
