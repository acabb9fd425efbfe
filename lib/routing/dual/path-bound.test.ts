import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { amountOut, poolGas } from '@/lib/liquidity/swap-pool'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { cases } from '@/lib/testing/cases'

const tokenCount = 5

const setting = fc.record({
  seed: fc.nat(1_000_000),
  pools: fc.integer({ min: 3, max: 9 }),
  /** Above 0.003 pools leave arbitrage; at 0.1 it is a tenth of a small trade and more. */
  noise: fc.constantFrom(0.002, 0.006, 0.02, 0.1),
  kind: fc.constantFrom('pairs' as const, 'all' as const, 'several tokens' as const),
  exponent: fc.double({ min: -1, max: 5.5, noNaN: true }),
  poolCost: fc.constantFrom(0, 0.01, 1),
})

type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never

function marketOf({ seed, pools, noise, kind }: Setting) {
  const mixed = kind === 'pairs' ? {} : { concentrated: 0.3, vault: 0.4 }
  const furtherTokens = kind === 'several tokens' ? 0.5 : 0
  return randomMarket({ seed, tokens: tokenCount, pools, noise, furtherTokens, ...mixed })
}

/** Atoms of the buy token per unit of gas, as a fraction that floats hold exactly. */
function gasOf(poolCost: number, price: number) {
  const numerator = BigInt(Math.round((poolCost / 74_000 / price) * 1e15))
  const gas = { costPerUnit: { numerator, denominator: 10n ** 15n } }
  return { gas: numerator > 0n ? gas : undefined, gasPrice: Number(numerator) / 1e15 }
}

test('bounds a sale by any path or split over paths, with and without arbitrage', {
  tags: ['long'],
}, () => {
  let searched = 0
  fc.assert(
    fc.property(setting, (drawn) => {
      const market = marketOf(drawn)
      const [sellToken, buyToken] = [market.tokens[0]!, market.tokens[1]!]
      const sellAmount = BigInt(Math.ceil(10 ** drawn.exponent / market.prices[0]!))
      const { gas, gasPrice } = gasOf(drawn.poolCost, market.prices[1]!)
      const route = findRoute(market.pools, { sellToken, buyToken, sellAmount, gas })
      if (!route) return
      expect(replayRoute(route).bought).toBe(route.buyAmount)
      expect(route.gapBps).toBeGreaterThanOrEqual(0)
      const paths = listPaths(market.pools, sellToken, buyToken)
      for (const parts of [1, 2, 7, 24]) {
        const split = splitOver(paths, { sellAmount, parts, gasPrice })
        if (!split) continue
        searched += 1
        const max = Number(route.bound) - gasPrice * Number(route.gas)
        expect(split.bought - gasPrice * split.gas).toBeLessThanOrEqual(max + 2)
      }
    }),
    { numRuns: cases(100, 500), seed: 3 },
  )
  expect(searched).toBeGreaterThan(cases(100, 500))
})

test('bounds a purchase by any path, with and without arbitrage', { tags: ['long'] }, () => {
  let searched = 0
  fc.assert(
    fc.property(setting, (drawn) => {
      const market = marketOf(drawn)
      const [sellToken, buyToken] = [market.tokens[0]!, market.tokens[1]!]
      // The proceeds of a sale over enumerated paths are an amount that can be bought.
      const sellAmount = BigInt(Math.ceil(10 ** drawn.exponent / market.prices[0]!))
      const paths = listPaths(market.pools, sellToken, buyToken)
      const { gas, gasPrice } = gasOf(drawn.poolCost, market.prices[0]!)
      for (const parts of [1, 7]) {
        const split = splitOver(paths, { sellAmount, parts, gasPrice: 0 })
        if (!split || split.bought < 1_000) continue
        const buyAmount = BigInt(Math.floor(split.bought))
        const route = findRoute(market.pools, { sellToken, buyToken, buyAmount, gas })
        if (!route) continue
        expect(route.gapBps).toBeGreaterThanOrEqual(0)
        // One atom is the trivial bound, used if gas exceeds the amount.
        if (route.bound === 1n) continue
        searched += 1
        const min = Number(route.bound) + gasPrice * Number(route.gas)
        expect(Number(sellAmount) + gasPrice * split.gas).toBeGreaterThanOrEqual(min - 2)
      }
    }),
    { numRuns: cases(100, 500), seed: 4 },
  )
  expect(searched).toBeGreaterThan(cases(60, 300))
})

test('excludes the profit of cycles from the gap', () => {
  const { pools, tokens, prices } = apart()
  const [sellToken, buyToken] = [tokens[0]!, tokens[3]!]
  for (const dollars of [1, 100, 10_000]) {
    const sellAmount = BigInt(Math.round(dollars / prices[0]!))
    const route = findRoute(pools, { sellToken, buyToken, sellAmount }) as Route
    expect(route.gapBps).toBeLessThan(0.5)
    expect(route.gapBps).toBeGreaterThanOrEqual(0)
    const buyAmount = route.buyAmount
    const purchase = findRoute(pools, { sellToken, buyToken, buyAmount }) as Route
    expect(purchase.gapBps).toBeLessThan(0.5)
    expect(purchase.gapBps).toBeGreaterThanOrEqual(0)
  }
})

test('routes through the cheaper of two pools that leave arbitrage', () => {
  const { pools, tokens, prices } = apart()
  const [sellToken, buyToken] = [tokens[1]!, tokens[2]!]
  const sellAmount = BigInt(Math.round(100 / prices[1]!))
  const route = findRoute(pools, { sellToken, buyToken, sellAmount }) as Route
  const cheaper = pools[2] as Pool
  expect(route.hops.map(({ pool }) => pool)).toContain(cheaper)
  expect(route.gapBps).toBeLessThan(0.5)
})

/** Four tokens of equal price in a line, with two more pools in the middle whose prices are two percent off. */
function apart() {
  const tokens = [1, 2, 3, 4].map((n): Address => `0x${n.toString(16).padStart(40, '0')}`)
  const depth = 10n ** 12n
  const pairAt = (n: number, [a, b]: readonly [number, number], percent: bigint): Pool => ({
    protocol: 'uniswap-v2',
    address: `0x${(16 + n).toString(16).padStart(40, '0')}`,
    token0: tokens[a] as Address,
    token1: tokens[b] as Address,
    feePpm: 3_000,
    reserve0: depth,
    reserve1: (depth * (100n + percent)) / 100n,
  })
  const pools = [
    pairAt(0, [0, 1], 0n),
    pairAt(1, [1, 2], 0n),
    pairAt(2, [1, 2], 2n),
    pairAt(3, [1, 2], -2n),
    pairAt(4, [2, 3], 0n),
  ]
  return { tokens, pools, prices: tokens.map(() => 1e-6) }
}

type Step = { readonly pool: Pool; readonly from: Address; readonly to: Address }

/** Lists all paths that visit no token and no pool twice. */
function listPaths(
  pools: readonly Pool[],
  from: Address,
  end: Address,
): readonly (readonly Step[])[] {
  const paths: Step[][] = []
  const extend = (path: readonly Step[], at: Address) => {
    if (at === end) {
      paths.push([...path])
      return
    }
    for (const pool of pools) {
      if (!tokensOf(pool).includes(at) || path.some((step) => step.pool === pool)) continue
      for (const to of tokensOf(pool)) {
        if (to === at || to === from || path.some((step) => step.from === to)) continue
        extend([...path, { pool, from: at, to }], to)
      }
    }
  }
  extend([], from)
  return paths
}

type Sale = { readonly sellAmount: bigint; readonly parts: number; readonly gasPrice: number }

/**
 * Sells part after part over the path that pays most for it; returns the proceeds and the gas of all pools. Each pool
 * trades one pair in one direction, and no flow closes a cycle. Undefined if a part finds no path.
 */
function splitOver(paths: readonly (readonly Step[])[], { sellAmount, parts, gasPrice }: Sale) {
  const used = new Map<Pool, Step & { readonly amount: bigint }>()
  let bought = 0n
  for (let part = 0; part < parts; part += 1) {
    const amount =
      (sellAmount * BigInt(part + 1)) / BigInt(parts) - (sellAmount * BigInt(part)) / BigInt(parts)
    const best = paths
      .map((path) => ({ path, ...passOn(used, path, amount) }))
      .filter(({ path, isPaid }) => isPaid && !closesCycle(used, path))
      .map((way) => ({ ...way, net: Number(way.out) - gasPrice * gasOfNew(used, way.path) }))
      .reduce<{ path: readonly Step[]; net: number; out: bigint } | undefined>(
        (top, way) => (top && top.net >= way.net ? top : way),
        undefined,
      )
    if (!best) return undefined
    let at = amount
    for (const step of best.path) {
      const before = used.get(step.pool)?.amount ?? 0n
      const paid = paidFor(step, before + at) - paidFor(step, before)
      used.set(step.pool, { ...step, amount: before + at })
      at = paid
    }
    bought += at
  }
  return { bought: Number(bought), gas: gasOfNew(new Map(), [...used.values()]) }
}

function passOn(
  used: ReadonlyMap<Pool, Step & { amount: bigint }>,
  path: readonly Step[],
  sold: bigint,
) {
  let at = sold
  for (const step of path) {
    const before = used.get(step.pool)
    if (before && (before.from !== step.from || before.to !== step.to))
      return { isPaid: false, out: 0n }
    const amount = before?.amount ?? 0n
    at = paidFor(step, amount + at) - paidFor(step, amount)
    if (at <= 0n) return { isPaid: false, out: 0n }
  }
  return { isPaid: true, out: at }
}

function paidFor({ pool, from, to }: Step, amount: bigint): bigint {
  return amountOut(pool, { token: from, amount }, to) ?? 0n
}

function gasOfNew(used: ReadonlyMap<Pool, unknown>, path: readonly Step[]): number {
  const fresh = path.filter(({ pool }) => !used.has(pool))
  return fresh.reduce((sum, { pool }) => sum + Number(poolGas[pool.protocol]), 0)
}

function closesCycle(used: ReadonlyMap<Pool, Step>, path: readonly Step[]): boolean {
  const steps = [...used.values(), ...path]
  const reaches = (from: Address, target: Address, visited: Set<Address>): boolean =>
    steps.some((step) => {
      if (step.from !== from || visited.has(step.to)) return false
      return step.to === target || reaches(step.to, target, visited.add(step.to))
    })
  return path.some((step) => reaches(step.to, step.from, new Set()))
}
