import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { ConstantProductPool, StablePool } from '@/lib/liquidity/pool'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { createDual, evaluate } from '@/lib/routing/dual/dual'
import { findRoute } from '@/lib/routing/find-route'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { cases } from '@/lib/testing/cases'
import { curveRate, pairsOf } from './pool-curve'
import { buildGraph } from './pool-graph'
import { productCurve, productRate } from './product-curve'
import { stableFacts } from './stable-joint'
import { jointGain } from './trade-jointly'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const one = 10n ** 18n
const maxTokens = 5
const tokens = Array.from({ length: maxTokens }, (_, i) => token(i + 1))

/** From balanced pools to nearly drained ones, from flat curves to nearly constant products. */
const pools = fc
  .record({
    sizes: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 5 }),
    spread: fc.constantFrom(0.02, 0.3, 1),
    amplification: fc.constantFrom(1_000n, 20_000n, 200_000n, 5_000_000n),
    swapFee: fc.constantFrom(one / 1_000_000n, one / 2_500n, one / 333n, one / 20n),
    invariantRounding: fc.constantFrom('up' as const, 'down' as const),
    decimals: fc.constantFrom(6, 18),
  })
  .map(({ sizes, spread, decimals, ...facts }): StablePool => {
    return {
      protocol: 'balancer-stable',
      address: token(99),
      poolId: '0x00',
      ...facts,
      tokens: sizes.map((size, i) => {
        const places = BigInt(i === 1 ? decimals : 18)
        const balance = BigInt(Math.round(10 ** (6 + size * spread) * 1e6)) * 10n ** (places - 6n)
        return { address: tokens[i] as Address, balance, scaling: 10n ** (36n - places) }
      }),
    }
  })
  // In some pools the vault's integers overflow.
  .filter((pool) => stableFacts(pool, tokens.slice(0, pool.tokens.length)) !== undefined)

const pushes = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: maxTokens,
  maxLength: maxTokens,
})
const strengths = fc.constantFrom(0.005, 0.1, 1)

/** A problem with the one pool, whose prices are the pool's own, each shifted by a power of e. */
function pushed(pool: StablePool, factors: readonly number[]) {
  const [sellToken, buyToken] = [tokens[0] as Address, tokens[1] as Address]
  const graph = buildGraph([pool], { sellToken, buyToken, gasPrice: 0 })
  const dual = createDual(graph, { kind: 'sell', amount: 1 })
  const facts = graph.joints[0]?.facts
  if (facts?.kind !== 'stable') throw new Error('not traded as a whole')
  for (const [k, address] of graph.tokens.entries()) {
    const own = (facts.slopes[k] as number) * (facts.units[k] as number)
    dual.prices[k] = own * Math.exp(factors[tokens.indexOf(address)] as number)
  }
  evaluate(dual)
  const joint = graph.joints[0] as (typeof graph.joints)[number]
  return { ...dual, joint, max: jointGain(joint, dual.roots).max }
}

type Swap = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
}

const thirdOf = (swap: Swap): Swap => ({ ...swap, amountIn: swap.amountIn / 3n })

/** The best trade of a pool as swaps of two tokens, with their gain and value in floats. */
function cut(pool: StablePool, factors: readonly number[]) {
  const found = pushed(pool, factors)
  const { graph, prices, direction, valueIn, valueOut } = found
  const swaps: Swap[] = []
  let [gain, whole] = [0, 0]
  for (const [edge, sign] of direction.entries()) {
    const ends = [graph.first[edge] as number, graph.second[edge] as number]
    const [from, to] = (sign > 0 ? ends : ends.toReversed()) as [number, number]
    const amountIn = BigInt(Math.floor((valueIn[edge] as number) / (prices[from] as number)))
    if (sign === 0 || amountIn < 10n ** 4n) continue
    const [tokenIn, tokenOut] = [graph.tokens[from] as Address, graph.tokens[to] as Address]
    swaps.push({ tokenIn, tokenOut, amountIn })
    gain += (valueOut[edge] as number) - (valueIn[edge] as number)
    whole += valueOut[edge] as number
  }
  return { ...found, swaps, gain, whole }
}

const drawn = fc
  .tuple(pools, pushes, strengths)
  .map(([pool, push, strength]) => ({ pool, factors: push.map((each) => each * strength) }))

describe('a multi-token stable pool, traded as a whole', { tags: ['long'] }, () => {
  test('gains no more than its upper bound, and nearly that, at any prices', () => {
    let traded = 0
    fc.assert(
      fc.property(drawn, ({ pool, factors }) => {
        const { max, valueIn, valueOut, value, amount, prices, given } = pushed(pool, factors)
        const gain = valueOut.reduce((sum, each, i) => sum + each - (valueIn[i] as number), 0)
        const whole = valueOut.reduce((sum, each) => sum + each, 0)
        const total = value - amount * (prices[given] as number)
        expect(Math.abs(total - gain)).toBeLessThanOrEqual(whole * 1e-9)
        expect(gain).toBeLessThanOrEqual(max)
        if (whole === 0) return
        traded += 1
        // The bound counts slightly more than the fee leaves, which matters where curves are flat.
        expect((max - gain) / whole).toBeLessThanOrEqual(1e-6)
      }),
      { seed: 41, numRuns: cases(600, 3_000) },
    )
    expect(traded).toBeGreaterThan(cases(100, 500))
  })

  test('has an upper bound between the gain of its swaps and its value, at extreme prices', () => {
    fc.assert(
      fc.property(pools, pushes, fc.double({ min: 5, max: 90, noNaN: true }), (pool, push, far) => {
        const factors = push.map((each) => each * far)
        const { max, valueIn, valueOut, graph, prices } = pushed(pool, factors)
        const held = pool.tokens.reduce(
          (sum, { address, balance }) =>
            sum + Number(balance) * (prices[graph.tokens.indexOf(address)] ?? 0),
          0,
        )
        const gain = valueOut.reduce((sum, each, i) => sum + each - (valueIn[i] as number), 0)
        expect(gain).toBeLessThanOrEqual(max)
        expect(max).toBeLessThanOrEqual(held * (1 + 1e-9))
      }),
      { seed: 47, numRuns: cases(200, 1_000) },
    )
  })

  test('decomposes into sequential swaps that pay nearly its gain, never more than the bound, in any portions', () => {
    let [repeated, refused] = [0, 0]
    const unchanged = (swaps: readonly Swap[]) => swaps
    const orders = fc.constantFrom(
      unchanged,
      (swaps: readonly Swap[]) => swaps.toReversed(),
      (swaps: readonly Swap[]) => [...swaps, ...swaps, ...swaps].map(thirdOf),
    )
    fc.assert(
      fc.property(drawn, orders, ({ pool, factors }, order) => {
        const { max, gain, whole, prices, graph, swaps } = cut(pool, factors)
        const priceOf = (address: Address) => prices[graph.tokens.indexOf(address)] as number
        const trade = createSequentialSwaps()
        let paid = 0
        for (const swap of order(swaps)) {
          const out = trade({ pool, ...swap })
          if (out === undefined) {
            refused += 1
            return
          }
          paid +=
            Number(out) * priceOf(swap.tokenOut) - Number(swap.amountIn) * priceOf(swap.tokenIn)
        }
        if (swaps.length > 1) repeated += 1
        expect(paid).toBeLessThanOrEqual(max)
        // The value of an atom per swap, and the fee on what earlier fees left in the pool.
        const lost = whole * (Number(pool.swapFee) / 1e18 + 1e-4) + 1e-6 * swaps.length
        if (order === unchanged) expect(paid).toBeGreaterThanOrEqual(gain - lost)
      }),
      { seed: 42, numRuns: cases(1_000, 5_000) },
    )
    expect(repeated).toBeGreaterThan(cases(100, 500))
    expect(refused).toBeLessThan(repeated / 20)
  })

  test('gains no more than the bound over any sequential swaps', () => {
    const swaps = fc.array(
      fc.tuple(fc.nat(4), fc.nat(4), fc.double({ min: -9, max: 0.5, noNaN: true })),
      { minLength: 1, maxLength: 6 },
    )
    let [paying, repeated] = [0, 0]
    fc.assert(
      fc.property(drawn, swaps, ({ pool, factors }, drawnSwaps) => {
        const { graph, prices, max } = pushed(pool, factors)
        const priceOf = (address: Address) => prices[graph.tokens.indexOf(address)] as number
        const trade = createSequentialSwaps()
        let [gain, done] = [0, 0]
        for (const [from, to, size] of drawnSwaps) {
          const count = pool.tokens.length
          const [sold, bought] = [pool.tokens[from % count], pool.tokens[to % count]]
          if (!sold || !bought || sold === bought) continue
          const amountIn = BigInt(Math.floor(Number(sold.balance) * 10 ** size))
          const [tokenIn, tokenOut] = [sold.address, bought.address]
          const out = trade({ pool, tokenIn, tokenOut, amountIn })
          if (out === undefined) continue
          gain += Number(out) * priceOf(tokenOut) - Number(amountIn) * priceOf(tokenIn)
          done += 1
        }
        if (gain > 0) paying += 1
        if (done > 1) repeated += 1
        expect(gain).toBeLessThanOrEqual(max)
      }),
      { seed: 43, numRuns: cases(2_000, 10_000) },
    )
    expect(paying).toBeGreaterThan(cases(20, 100))
    expect(repeated).toBeGreaterThan(cases(200, 1_000))
  })

  test('has weights equal to the derivatives of the flows in the prices', () => {
    let compared = 0
    fc.assert(
      fc.property(drawn, ({ pool, factors }) => {
        const step = 1e-7
        // On flatter curves a step this small is below float resolution.
        fc.pre(pool.amplification <= 200_000n)
        const { graph, weight, direction } = pushed(pool, factors)
        const whole = weight.reduce((sum, each) => sum + Math.abs(each), 0)
        for (let k = 0; k < pool.tokens.length; k += 1) {
          const place = tokens.indexOf(graph.tokens[k] as Address)
          const at = (by: number) =>
            pushed(
              pool,
              factors.map((each, i) => (i === place ? each + by : each)),
            )
          const [before, after] = [at(-step), at(step)]
          if (after.direction.join() !== direction.join()) return
          if (before.direction.join() !== direction.join()) return
          for (let other = 0; other < pool.tokens.length; other += 1) {
            if (other === k) continue
            const edge = graph.first.findIndex((first, i) =>
              [first, graph.second[i]].every((end) => end === k || end === other),
            )
            const change =
              ((after.gradient[other] as number) - (before.gradient[other] as number)) / (2 * step)
            expect(Math.abs(change + (weight[edge] as number))).toBeLessThanOrEqual(whole * 3e-3)
            if (weight[edge] !== 0) compared += 1
          }
        }
      }),
      { seed: 44, numRuns: cases(100, 500) },
    )
    expect(compared).toBeGreaterThan(cases(100, 500))
  })

  test('occurs several times in a route close to the bound, for sales and purchases', () => {
    const [sellToken, buyToken] = [token(8), token(1)]
    let repeated = 0
    fc.assert(
      fc.property(pools, fc.double({ min: 3, max: 6, noNaN: true }), (pool, digits) => {
        const others = pool.tokens.slice(1).map(({ address }, i) => pairOf(sellToken, address, i))
        const sellAmount = BigInt(Math.round(10 ** digits * 1e6)) * 10n ** 12n
        const sale = findRoute([pool, ...others], { sellToken, buyToken, sellAmount })
        if (!sale) return
        expect(replayRoute(sale)).toEqual({ sold: sellAmount, bought: sale.buyAmount })
        expect(sale.gapBps).toBeGreaterThanOrEqual(0)
        const uses = sale.hops.filter((hop) => hop.pool.address === pool.address)
        if (uses.length < 2) return
        // Later swaps pay a fee on what the first fee has left.
        const max = isApart(pool, others) ? 1e4 : 0.1 + Number(pool.swapFee) / 5e13
        if (max < 1e4) repeated += 1
        expect(sale.gapBps).toBeLessThan(max)
        const { buyAmount } = sale
        const purchase = findRoute([pool, ...others], { sellToken, buyToken, buyAmount })
        if (!purchase) throw new Error('no purchase')
        expect(replayRoute(purchase).sold).toBe(purchase.sellAmount)
        expect(purchase.buyAmount).toBeGreaterThanOrEqual(buyAmount)
        expect(purchase.gapBps).toBeGreaterThanOrEqual(0)
        expect(purchase.gapBps).toBeLessThan(max)
      }),
      { seed: 45, numRuns: cases(100, 500) },
    )
    expect(repeated).toBeGreaterThan(cases(20, 100))
  })
})

/** Returns whether a cycle over the pool and two of the pairs gains. */
function isApart(pool: StablePool, others: readonly ConstantProductPool[]): boolean {
  const rates = pairsOf(pool).flatMap(({ first, second, curve }) => {
    const pairOfToken = (token: Address) => others.find(({ token0 }) => token0 === token)
    const [a, b] = [pairOfToken(first), pairOfToken(second)]
    if (!a || !b) return []
    const [curveA, curveB] = [productCurve(a), productCurve(b)]
    if (!curveA || !curveB) return []
    const forward = curveRate(curve, 1) * productRate(curveB, 1) * productRate(curveA, -1)
    const backward = curveRate(curve, -1) * productRate(curveA, 1) * productRate(curveB, -1)
    return [forward, backward]
  })
  return rates.some((rate) => rate > 1)
}

function pairOf(token1: Address, token0: Address, id: number): ConstantProductPool {
  const reserve0 = token0 === tokens[1] ? 10n ** 12n : 10n ** 24n
  const facts = { address: token(50 + id), token0, token1, feePpm: 3_000 }
  return { protocol: 'uniswap-v2', ...facts, reserve0, reserve1: 10n ** 24n }
}
