import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { ConstantProductPool, PairPool } from '@/lib/liquidity/pool'
import { otherToken } from '@/lib/liquidity/pool'
import { amountIn, amountOut, poolGas } from '@/lib/liquidity/swap-pool'
import { findRoute } from './find-route'

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

/** The best amount over every path without a repeated token, found by trying them all. */
function bestByTrying(
  pools: readonly PairPool[],
  from: { token: Address; amount: bigint },
  end: Address,
) {
  const visit = (at: typeof from, seen: readonly Address[]): bigint => {
    if (at.token === end) return at.amount
    if (seen.length === 4) return 0n
    let best = 0n
    for (const pool of pools) {
      const next = otherToken(pool, at.token)
      const amount = next && amountOut(pool, at, next)
      if (!next || amount === undefined || seen.includes(next)) continue
      const reached = visit({ token: next, amount }, [...seen, next])
      if (reached > best) best = reached
    }
    return best
  }
  return visit(from, [from.token])
}

const reserve = fc.bigInt({ min: 1n, max: 10n ** 24n })
const markets = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), reserve, reserve)
    .filter(([a, b]) => a !== b)
    .map(([a, b, left, right]) => pair(a, b, [left, right])),
  { maxLength: 14 },
)

describe('the best single path', () => {
  test('is what trying every path of up to three pools finds', () => {
    fc.assert(
      fc.property(markets, fc.bigInt({ min: 1n, max: 10n ** 24n }), (pools, sellAmount) => {
        const [sellToken, buyToken] = [token(1), token(2)]
        const route = findRoute(pools, { sellToken, buyToken, sellAmount })
        const best = bestByTrying(pools, { token: sellToken, amount: sellAmount }, buyToken)
        expect(route?.buyAmount ?? 0n).toBe(best)
      }),
      { seed: 5, numRuns: 1_000 },
    )
  })

  test('for a buy amount gives that amount and takes no more than its own sell route needs', () => {
    fc.assert(
      fc.property(markets, fc.bigInt({ min: 1n, max: 10n ** 24n }), (pools, buyAmount) => {
        const ends = { sellToken: token(1), buyToken: token(2) }
        const route = findRoute(pools, { ...ends, buyAmount })
        if (!route) return
        expect(route.buyAmount).toBeGreaterThanOrEqual(buyAmount)
        for (const pool of pools) {
          if (otherToken(pool, ends.sellToken) !== ends.buyToken) continue
          const direct = amountIn(pool, { token: ends.buyToken, amount: buyAmount }, ends.sellToken)
          if (direct !== undefined) expect(route.sellAmount).toBeLessThanOrEqual(direct)
        }
      }),
      { seed: 6, numRuns: 1_000 },
    )
  })

  test('hands each hop exactly what the one before it gave', () => {
    const e20 = 10n ** 20n
    const pools = [pair(1, 3, [e20, e20]), concentrated(3, 4, e20), pair(4, 2, [e20, e20])]
    const route = findRoute(pools, {
      sellToken: token(1),
      buyToken: token(2),
      sellAmount: 10n ** 18n,
    })
    const hops = route?.hops ?? []
    expect(hops.map(({ pool }) => pool)).toEqual(pools)
    expect(hops.map(({ amountOut: given }) => given).slice(0, 2)).toEqual(
      hops.map(({ amountIn: taken }) => taken).slice(1),
    )
    expect(route?.gas).toBe(2n * poolGas['uniswap-v2'] + poolGas['uniswap-v3'])
    expect(hops.at(-1)?.amountOut).toBe(route?.buyAmount)
  })

  test('takes the deeper of two pools of one pair', () => {
    const shallow = pair(1, 2, [10n ** 18n, 10n ** 18n], 1)
    const deep = pair(1, 2, [10n ** 24n, 10n ** 24n], 2)
    const ends = { sellToken: token(1), buyToken: token(2) }
    for (const amount of [{ sellAmount: 10n ** 18n }, { buyAmount: 10n ** 17n }]) {
      const route = findRoute([shallow, deep], { ...ends, ...amount })
      expect(route?.hops.map(({ pool }) => pool)).toEqual([deep])
    }
  })

  test('prefers fewer hops where the better amount does not pay for its gas', () => {
    const direct = pair(1, 2, [10n ** 21n, 10n ** 21n])
    const detour = [pair(1, 3, [10n ** 24n, 10n ** 24n]), pair(3, 2, [10n ** 24n, 10n ** 24n])]
    const request = { sellToken: token(1), buyToken: token(2), sellAmount: 10n ** 19n }
    const hopsAt = (numerator: bigint) =>
      findRoute([direct, ...detour], {
        ...request,
        gas: { costPerUnit: { numerator, denominator: 1n } },
      })?.hops.length
    expect(hopsAt(0n)).toBe(2)
    expect(hopsAt(10n ** 6n)).toBe(2)
    expect(hopsAt(10n ** 13n)).toBe(1)
  })

  test('does not exist between tokens that no pools connect, or for nothing', () => {
    const pools = [pair(1, 3, [9n, 9n]), pair(4, 2, [9n, 9n])]
    const ends = { sellToken: token(1), buyToken: token(2) }
    expect(findRoute(pools, { ...ends, sellAmount: 5n })).toBeUndefined()
    expect(findRoute(pools, { ...ends, sellAmount: 0n })).toBeUndefined()
    expect(findRoute([], { ...ends, buyAmount: 1n })).toBeUndefined()
    expect(findRoute(pools, { ...ends, buyToken: token(1), sellAmount: 5n })).toBeUndefined()
  })

  test('never throws, whatever the amount', () => {
    const pools = [pair(1, 3, [1n, 1n]), concentrated(3, 2, 1n), concentrated(1, 2, 10n ** 30n)]
    const ends = { sellToken: token(1), buyToken: token(2) }
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (amount) => {
        findRoute(pools, { ...ends, sellAmount: amount })
        findRoute(pools, { ...ends, buyAmount: amount })
      }),
      { seed: 7, numRuns: 1_000, examples: [[0n], [1n], [maxUint256]] },
    )
  })

  test('over 300 pools between 50 tokens takes a few milliseconds', () => {
    // Steps 1 to 6 around a ring of 50 tokens: twelve partners for each.
    const pools = Array.from({ length: 300 }, (_, i) => {
      const a = i % 50
      const b = (a + 1 + Math.floor(i / 50)) % 50
      const [low, high] = a < b ? [a, b] : [b, a]
      return i % 3 === 0
        ? concentrated(low, high, 10n ** 24n)
        : pair(low, high, [10n ** 24n, 10n ** 24n])
    })
    const request = { sellToken: token(1), buyToken: token(14) }
    const times = Array.from({ length: 41 }, (_, i) => {
      const start = performance.now()
      const route = findRoute(pools, { ...request, sellAmount: 10n ** 20n + BigInt(i) })
      expect(route?.hops).toHaveLength(3)
      return performance.now() - start
    }).sort((x, y) => x - y)
    expect(times[20]).toBeLessThan(5)
  })
})
