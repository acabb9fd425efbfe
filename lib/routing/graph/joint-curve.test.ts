import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { WeightedPool } from '@/lib/liquidity/pool'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { createDual, evaluate } from '@/lib/routing/dual/dual'
import { findRoute } from '@/lib/routing/find-route'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { randomVaultPool } from '@/lib/testing/chain/random-vault-pool'
import { buildGraph } from './pool-graph'
import { jointGain } from './trade-jointly'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const tokens = [1, 2, 3, 4].map(token)

/** The price of an atom of each token. */
const worths = [1, 1e-3, 20, 0.7]

function placeOf(size: number) {
  return {
    address: token(99),
    tokens: tokens.slice(0, size),
    prices: worths.slice(0, size),
    depth: 1e21,
  }
}

function weightedPool(seed: number, size: number): WeightedPool {
  const random = seededRandom(seed)
  for (let tries = 0; tries < 1_000; tries += 1) {
    const pool = randomVaultPool(placeOf(size), random)
    if (pool.protocol === 'balancer-weighted') return pool
  }
  throw new Error('no weighted pool was drawn')
}

/** A problem with the one pool, whose prices are the pool's own, each shifted by a factor. */
function pushed(pool: WeightedPool, factors: readonly number[]) {
  const [sellToken, buyToken] = [tokens[0] as Address, tokens[1] as Address]
  const graph = buildGraph([pool], { sellToken, buyToken, gasPrice: 0 })
  const dual = createDual(graph, { kind: 'sell', amount: 1 })
  for (const [k, address] of graph.tokens.entries()) {
    const place = tokens.indexOf(address)
    const { weight, balance } = pool.tokens[place] as WeightedPool['tokens'][number]
    dual.prices[k] = (Number(weight) / Number(balance)) * (factors[place] as number)
  }
  evaluate(dual)
  return dual
}

const factors = fc.array(fc.double({ min: 0.75, max: 1.33, noNaN: true }), {
  minLength: 4,
  maxLength: 4,
})
const pools = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(3, 4))

describe('a multi-token weighted pool, traded as a whole', () => {
  test('gains nearly its upper bound, and sequential swaps pay nearly that, never more', () => {
    let repeated = 0
    fc.assert(
      fc.property(pools, factors, ([seed, size], pushes) => {
        const pool = weightedPool(seed, size)
        const dual = pushed(pool, pushes)
        const { graph, prices, direction, valueIn, valueOut } = dual
        const [joint] = graph.joints
        if (!joint) throw new Error('not traded as a whole')
        const { max } = jointGain(joint, dual.roots)
        const gain = valueOut.reduce((sum, value, i) => sum + value - (valueIn[i] as number), 0)
        expect(gain).toBeLessThanOrEqual(max)
        const whole = valueOut.reduce((sum, value) => sum + value, 0)
        // Weights, and so values, are scaled by 10^18: 1e-6 is negligible.
        expect(max - gain).toBeLessThanOrEqual(whole * 1e-9 + 1e-6)
        const trade = createSequentialSwaps()
        let [paid, swaps] = [0, 0]
        for (const [edge, sign] of direction.entries()) {
          const ends = [graph.first[edge] as number, graph.second[edge] as number]
          const [from, to] = (sign > 0 ? ends : ends.toReversed()) as [number, number]
          const amountIn = BigInt(Math.floor((valueIn[edge] as number) / (prices[from] as number)))
          if (sign === 0 || amountIn === 0n) continue
          const [tokenIn, tokenOut] = [graph.tokens[from] as Address, graph.tokens[to] as Address]
          const out = trade({ pool, tokenIn, tokenOut, amountIn })
          expect(out).toBeDefined()
          paid += Number(out) * (prices[to] as number) - Number(amountIn) * (prices[from] as number)
          swaps += 1
        }
        if (swaps > 1) repeated += 1
        expect(paid).toBeLessThanOrEqual(max)
        expect(paid).toBeGreaterThanOrEqual(gain - whole * 2e-3)
      }),
      { seed: 31, numRuns: 500 },
    )
    expect(repeated).toBeGreaterThan(200)
  })

  test('gains no more than the bound over any sequential swaps', () => {
    const swaps = fc.array(
      fc.tuple(fc.nat(3), fc.nat(3), fc.double({ min: 1e-6, max: 0.12, noNaN: true })),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    let paying = 0
    fc.assert(
      fc.property(pools, factors, swaps, ([seed, size], pushes, drawn) => {
        const pool = weightedPool(seed, size)
        const { graph, prices, roots } = pushed(pool, pushes)
        const [joint] = graph.joints
        if (!joint) throw new Error('not traded as a whole')
        const priceOf = (address: Address) => prices[graph.tokens.indexOf(address)] as number
        const trade = createSequentialSwaps()
        let gain = 0
        for (const [from, to, share] of drawn) {
          const [sold, bought] = [pool.tokens[from % size], pool.tokens[to % size]]
          if (!sold || !bought || sold === bought) continue
          const amountIn = BigInt(Math.floor(Number(sold.balance) * share))
          const [tokenIn, tokenOut] = [sold.address, bought.address]
          const out = trade({ pool, tokenIn, tokenOut, amountIn })
          if (out === undefined) continue
          gain += Number(out) * priceOf(tokenOut) - Number(amountIn) * priceOf(tokenIn)
        }
        const { max, isFull } = jointGain(joint, roots)
        if (gain > 0) paying += 1
        expect(gain).toBeLessThanOrEqual(isFull ? max * (1 + 2e-6) : max)
      }),
      { seed: 32, numRuns: 3_000 },
    )
    expect(paying).toBeGreaterThan(300)
  })

  test('has weights equal to the derivatives of the flows in the prices', () => {
    fc.assert(
      fc.property(pools, factors, ([seed, size], pushes) => {
        const pool = weightedPool(seed, size)
        const { graph, weight, gradient } = pushed(pool, pushes)
        for (let k = 0; k < size; k += 1) {
          const step = 1e-6
          const further = pushes.map((push, place) =>
            tokens[place] === graph.tokens[k] ? push * Math.exp(step) : push,
          )
          const after = pushed(pool, further)
          if (after.direction.join() !== pushed(pool, pushes).direction.join()) return
          for (let other = 0; other < size; other += 1) {
            if (other === k) continue
            const edge = graph.first.findIndex((first, i) =>
              [first, graph.second[i]].every((end) => end === k || end === other),
            )
            const change = ((after.gradient[other] as number) - (gradient[other] as number)) / step
            const whole = weight.reduce((sum, each) => sum + each, 0)
            expect(Math.abs(change + (weight[edge] as number))).toBeLessThanOrEqual(whole * 1e-3)
          }
        }
      }),
      { seed: 33, numRuns: 200 },
    )
  })
})

describe('multi-token pools', () => {
  test('are used at several pairs by routes within half a basis point of the bound', () => {
    const random = seededRandom(50)
    const pools = Array.from({ length: 8 }, (_, i) => {
      return { ...randomVaultPool(placeOf(3 + (i % 2)), random), address: token(900 + i) }
    })
    let repeated = 0
    for (const [sellToken, buyToken] of [
      [tokens[0], tokens[1]],
      [tokens[2], tokens[0]],
      [tokens[1], tokens[2]],
    ] as [Address, Address][]) {
      for (const worth of [1e18, 1e20, 1e21]) {
        const sellAmount = BigInt(worth / (worths[tokens.indexOf(sellToken)] ?? 1))
        const sale = findRoute(pools, { sellToken, buyToken, sellAmount })
        if (!sale) throw new Error('no route')
        expect(replayRoute(sale).bought).toBe(sale.buyAmount)
        expect(sale.gapBps).toBeGreaterThanOrEqual(0)
        expect(sale.gapBps).toBeLessThan(0.5)
        if (new Set(sale.hops.map(({ pool }) => pool)).size < sale.hops.length) repeated += 1
        const purchase = findRoute(pools, { sellToken, buyToken, buyAmount: sale.buyAmount })
        if (!purchase) throw new Error('no route')
        expect(replayRoute(purchase).sold).toBe(purchase.sellAmount)
        expect(purchase.buyAmount).toBeGreaterThanOrEqual(sale.buyAmount)
        expect(purchase.gapBps).toBeGreaterThanOrEqual(0)
        expect(purchase.gapBps).toBeLessThan(worth < 1e21 ? 0.5 : 100)
      }
    }
    expect(repeated).toBeGreaterThan(3)
  })
})
