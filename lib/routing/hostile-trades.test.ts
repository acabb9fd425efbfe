import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { ConstantProductPool, Pool, StablePool, VaultToken } from '@/lib/liquidity/pool'
import { amountOut } from '@/lib/liquidity/swap-pool'
import { curveOut, pairsOf } from '@/lib/routing/graph/pool-curve'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { cases } from '@/lib/testing/cases'
import { findRoute, searchRoute } from './find-route'
import type { RouteRequest } from './route'

type Trade = { readonly pools: readonly Pool[]; readonly request: RouteRequest }

/** Trades from one atom to beyond all pools, in dust and in depth, of nearly worthless and very valuable tokens. */
const trades: fc.Arbitrary<Trade> = fc
  .record({
    seed: fc.nat(),
    tokens: fc.integer({ min: 2, max: 8 }),
    pools: fc.integer({ min: 1, max: 24 }),
    concentrated: fc.constantFrom(0, 0.3, 0.6),
    vault: fc.constantFrom(0, 0.4, 1),
    furtherTokens: fc.constantFrom(0, 0.5),
    depths: fc.constantFrom([-6, 9] as const, [0, 9] as const, [3, 6] as const),
    worths: fc.constantFrom(1, 2, 12),
  })
  .chain(({ tokens, ...size }) => {
    const { pools, prices, ...market } = randomMarket({ ...size, tokens })
    const [sellToken, buyToken] = market.tokens as readonly [Address, Address]
    const power = fc.double({ min: -3, max: 14, noNaN: true })
    const amounts = (price = 1) =>
      fc.oneof(
        { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 3n }) },
        { weight: 4, arbitrary: power.map((digits) => BigInt(Math.ceil(10 ** digits / price))) },
      )
    return fc
      .oneof(
        amounts(prices[0]).map((sellAmount) => ({ sellAmount })),
        amounts(prices[1]).map((buyAmount) => ({ buyAmount })),
      )
      .map((amount) => ({ pools, request: { sellToken, buyToken, ...amount } }))
  })

test('searches routes for extreme trades without failure, exactly executed and within the bound', {
  tags: ['long'],
}, () => {
  let found = 0
  fc.assert(
    fc.property(trades, ({ pools, request }) => {
      const route = searchRoute(pools, request)
      if (!route) return
      found += 1
      expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
      expect(route.buyAmount).toBeGreaterThanOrEqual(request.buyAmount ?? 0n)
      expect(route.gapBps).toBeGreaterThanOrEqual(0)
    }),
    { seed: 41, numRuns: cases(200, 1_000) },
  )
  expect(found).toBeGreaterThan(cases(80, 400))
})

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const ends = { sellToken: token(1), buyToken: token(2) }
const e18 = 10n ** 18n

/** The holdings of a pool, in whole tokens by their numbers. */
type Held = Readonly<Record<number, bigint>>

function tokensOf(held: Held): readonly VaultToken[] {
  return Object.entries(held).map(([n, amount]) => {
    return { address: token(Number(n)), balance: amount * e18, scaling: e18 }
  })
}

function factsOf(n: number) {
  return { address: token(100 + n), poolId: '0x00', swapFee: 3n * 10n ** 15n } as const
}

function stable(n: number, held: Held): Pool {
  const curve = { amplification: 200_000n, invariantRounding: 'down' } as const
  return { ...factsOf(n), ...curve, protocol: 'balancer-stable', tokens: tokensOf(held) }
}

function weighted(n: number, held: Held): Pool {
  const tokens = tokensOf(held).map((each) => ({ ...each, weight: e18 / 2n }))
  return { ...factsOf(n), protocol: 'balancer-weighted', hasShortPowers: true, tokens }
}

const markets: readonly (readonly [string, readonly Pool[]])[] = [
  [
    'whose output another pool takes little of',
    [stable(1, { 1: 100n, 3: 100n }), weighted(2, { 3: 3_000n, 2: 3_000n })],
  ],
  [
    'for two tokens that are each sold on',
    [stable(1, { 1: 100n, 3: 100n, 4: 50n }), stable(2, { 3: 300n, 4: 300n, 2: 300n })],
  ],
]

test.each(markets)('drains a stable pool to its last atoms: one %s', (_, pools) => {
  let before = 0n
  for (const times of [1n, 10n, 100n, 10n ** 4n, 10n ** 10n]) {
    const route = searchRoute(pools, { ...ends, sellAmount: 100n * e18 * times })
    if (!route) throw new Error('no route')
    expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
    expect(route.gapBps).toBeGreaterThanOrEqual(0)
    expect(route.gapBps).toBeLessThan(0.2)
    expect(route.buyAmount).toBeGreaterThan(before)
    before = route.buyAmount
  }
})

const honest: ConstantProductPool = {
  protocol: 'uniswap-v2',
  address: token(900),
  token0: token(1),
  token1: token(2),
  feePpm: 3_000,
  reserve0: 10n ** 21n,
  reserve1: 3n * 10n ** 12n,
}

/** A stable pool with an untrusted token, whose rates and balances are arbitrary. */
const hostile = (end: number) =>
  fc
    .record({
      balances: fc.tuple(powers(6, 30), powers(6, 30)),
      scalings: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(powers(14, 34), powers(14, 34)) },
        { weight: 1, arbitrary: fc.tuple(powers(0, 75), powers(0, 75)) },
      ),
      amplification: fc.constantFrom(1n, 1_000n, 200_000n, 5_000_000n),
    })
    .map(({ balances, scalings, amplification }): StablePool => {
      const sides = [token(end), token(3)].map((address, i) => {
        return { address, balance: balances[i] ?? 1n, scaling: scalings[i] ?? 0n }
      })
      const facts = { address: token(900 + end), poolId: '0x00', swapFee: 10n ** 14n } as const
      const invariantRounding = 'down' as const
      return {
        ...facts,
        protocol: 'balancer-stable',
        amplification,
        invariantRounding,
        tokens: sides,
      }
    })

function powers(min: number, max: number) {
  return fc
    .tuple(fc.bigInt({ min: 0n, max: 99n }), fc.integer({ min: min, max: max }))
    .map(([digits, zeros]) => digits * 10n ** BigInt(zeros))
}

test('finds a route that executes exactly and respects its bound, whatever rates untrusted pools report', {
  tags: ['long'],
}, () => {
  const sizes = fc.constantFrom({ sellAmount: 10n ** 18n }, { buyAmount: 10n ** 9n })
  let used = 0
  fc.assert(
    fc.property(hostile(1), hostile(2), sizes, fc.boolean(), (first, second, size, hasGas) => {
      const gas = hasGas ? { costPerUnit: { numerator: 1n, denominator: 10n ** 6n } } : undefined
      const route = findRoute([honest, first, second], { ...ends, ...size, gas })
      if (!route) throw new Error('no route')
      expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
      expect(route.gapBps).toBeGreaterThanOrEqual(0)
      if (route.hops.length > 1) used += 1
      const alone = findRoute([honest], { ...ends, ...size })
      if (!hasGas && alone) {
        expect(route.buyAmount).toBeGreaterThanOrEqual(size.buyAmount ?? alone.buyAmount)
        if (size.buyAmount) expect(route.sellAmount).toBeLessThanOrEqual(alone.sellAmount)
      }
    }),
    { seed: 31, numRuns: cases(400, 2_000) },
  )
  expect(used).toBeGreaterThan(cases(5, 25))
})

test('bounds the output of a stable pool by its curve and the rounding beyond it', {
  tags: ['long'],
}, () => {
  const balances = fc.array(powers(6, 30), { minLength: 2, maxLength: 4 })
  let traded = 0
  fc.assert(
    fc.property(
      balances,
      fc.array(powers(10, 30), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(1n, 1_000n, 200_000n, 5_000_000n),
      fc.array(powers(0, 30), { minLength: 6, maxLength: 6 }),
      fc.constantFrom('up' as const, 'down' as const),
      (held, scalings, amplification, amounts, invariantRounding) => {
        const pool: StablePool = {
          protocol: 'balancer-stable',
          address: token(900),
          poolId: '0x00',
          swapFee: 0n,
          amplification,
          invariantRounding,
          tokens: held.map((balance, i) => {
            return { address: token(i + 1), balance, scaling: scalings[i] ?? 1n }
          }),
        }
        for (const { first, second, curve } of pairsOf(pool)) {
          if (curve.kind !== 'stable') throw new Error('another curve')
          for (const amount of amounts) {
            const paid = amountOut(pool, { token: first, amount }, second)
            if (!paid) continue
            const max = curveOut(curve, 1, Number(amount)) + curve.secondBeyond
            expect(Number(paid)).toBeLessThanOrEqual(max * (1 + 1e-12))
            traded += 1
          }
        }
      },
    ),
    { seed: 32, numRuns: cases(600, 3_000) },
  )
  expect(traded).toBeGreaterThan(cases(200, 1_000))
})
