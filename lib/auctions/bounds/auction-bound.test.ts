import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { scoreSolution } from '@/lib/auctions/model/score'
import { furtherTradeGas } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeOrders, routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { nativeToken } from '@/lib/core/address'
import { amountOut } from '@/lib/liquidity/swap-pool'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { someOf } from '@/lib/testing/cases'
import { boundAuction, boundSettlement, boundSingleOrder, boundWithinGas } from './auction-bound'

const deep = fixturePool([usdc, milli(1_000_000_000)], [dai, milli(1_000_000_000)])

/** Gap between the bound and `score`, relative to `score`. */
function gapTo(bound: bigint | undefined, score: bigint): number {
  expect(bound).toBeDefined()
  expect((bound ?? 0n) >= score).toBe(true)
  return Number((bound ?? 0n) - score) / Number(score)
}

test('the bound of one order is the pool’s output above its limit', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
  const paid = amountOut(deep, { token: usdc, amount: milli(1000) }, dai) ?? 0n
  expect(gapTo(boundAuction(fixtureAuction([order], [deep])), paid - milli(900))).toBeLessThan(1e-6)
})

test('the bound of a ring is the whole surplus over its limits', () => {
  const ring = [
    [usdc, dai],
    [dai, weth],
    [weth, usdc],
  ] as const
  const orders = ring.map(([sellToken, buyToken], i) =>
    fixtureOrder(i + 1, { sellToken, buyToken, buyAmount: milli(900) }),
  )
  expect(gapTo(boundAuction(fixtureAuction(orders, [])), milli(300))).toBeLessThan(1e-6)
})

test('the bound includes an order that only unwraps', async () => {
  const order = fixtureOrder(1, { sellToken: weth, buyToken: nativeToken, buyAmount: milli(900) })
  const auction = fixtureAuction([order], [])
  const [solution] = await routeSolver.solve(auction)
  expect(
    gapTo(boundAuction(auction), solution ? scoreSolution(auction, solution) : 0n),
  ).toBeLessThan(1e-6)
})

test('the bound of orders that cannot be filled is nearly zero', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(1001) })
  expect(boundAuction(fixtureAuction([order], [deep]))).toBeLessThan(milli(1) / 1000n)
  expect(boundAuction(fixtureAuction([], [deep]))).toBe(0n)
})

test('the gas cost that a settlement must cover lowers the bound', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
  const costly = { gasPrice: 10n ** 12n, costCoverBps: 5_000n }
  const free = boundAuction(fixtureAuction([order], [deep])) ?? 0n
  const bound = boundAuction(fixtureAuction([order], [deep], costly)) ?? 0n
  const kept = ((106_391n + 74_000n) * costly.gasPrice) / 2n
  expect(bound >= free - kept).toBe(true)
  expect(bound < free - kept / 2n).toBe(true)
})

test.each([
  { partial: 1, buying: 0, further: {} },
  { partial: 0, buying: 0.5, further: {} },
  { partial: 0.5, buying: 0.3, further: { gasPrice: 10n ** 12n, costCoverBps: 5_000n } },
])('no solution scores more than the bound: %o', { tags: ['long'] }, async (terms) => {
  for (const seed of someOf([1, 2, 3, 4, 5, 6], 2)) {
    const auction = randomAuction({ seed, orders: 8, tokens: 6, pools: 12, ...terms })
    const bound = boundAuction(auction) ?? -1n
    for (const solution of await routeSolver.solve(auction)) {
      if (findViolation(auction, solution)) continue
      expect(scoreSolution(auction, solution) <= bound).toBe(true)
    }
  }
})

const kinds = [
  { partial: 1, buying: 0 },
  { partial: 1, buying: 1 },
  { partial: 0, buying: 0.5 },
  { partial: 0.5, buying: 0.3, further: { gasPrice: 10n ** 11n, costCoverBps: 5_000n } },
]

test.each(kinds)(
  'no subset of the orders scores above the bound of one settlement: %o',
  { tags: ['long'] },
  (terms) => {
    for (const seed of someOf([1, 2, 3, 4])) {
      const auction = randomAuction({
        seed,
        orders: 16,
        tokens: 3 + seed,
        pools: 4 + seed,
        ...terms,
      })
      const bound = boundSettlement(auction) ?? -1n
      expect(bound <= (boundAuction(auction) ?? -1n)).toBe(true)
      for (let set = 1; set < 8; set += 1) {
        const orders = auction.orders.filter((_, i) => i % 3 === 0 || (set >> (i % 3)) & 1)
        const score = solveBatch({ ...auction, orders })?.score ?? 0n
        expect(score <= bound).toBe(true)
      }
    }
  },
)

test('uniform prices pay orders more than their limits, so one settlement has a lower bound', () => {
  const shares = [1, 2, 3, 4].map((seed) => {
    const auction = randomAuction({ seed, orders: 150, tokens: 8, pools: 24, partial: 1 })
    return Number(boundSettlement(auction)) / Number(boundAuction(auction))
  })
  expect(Math.max(...shares)).toBeLessThan(0.9995)
})

/** Two orders of one directed pair, which share a clearing price. */
const parallel = (second: bigint) => {
  const ask = (index: number, buyAmount: bigint) =>
    fixtureOrder(index, { sellToken: usdc, buyToken: dai, buyAmount, partiallyFillable: true })
  const back = fixtureOrder(3, { sellToken: dai, buyToken: usdc, buyAmount: milli(100) })
  const orders = [ask(1, milli(800)), ask(2, second), back]
  const pools = [fixturePool([usdc, milli(1_000_000)], [dai, milli(990_000)])]
  return fixtureAuction(orders, pools)
}

test('the bound holds for two orders of one directed pair, whatever the second limit', () => {
  for (const second of [800, 850, 900, 940, 970].map(milli)) {
    const auction = parallel(second)
    const score = solveBatch(auction)?.score ?? 0n
    expect(score <= (boundAuction(auction) ?? -1n)).toBe(true)
  }
})

const batchOf = (auction: Auction) => [solveBatch(auction)?.solution ?? []].flat()

test('the gas of one transaction lowers the bound if more orders exist than fit', () => {
  const auction = randomAuction({ seed: 1, orders: 350, partial: 1 })
  const settled = solveBatch(auction)
  if (!settled) throw new Error('nothing is settled')
  const score = verifySettlement(auction, settled.solution)
  const one = boundWithinGas(auction, 1) ?? 0n
  const whole = boundAuction(auction) ?? 0n
  expect(score).toBeLessThanOrEqual(one)
  expect(Number(one) / Number(whole)).toBeLessThan(0.99)
  expect(boundWithinGas(auction, 5)).toBe(whole)
})

test('no settlement scores above the bound within its gas', { tags: ['long'] }, () => {
  let [bounds, whole] = [0, 0]
  for (const seed of someOf([1, 2, 3, 4])) {
    const terms = { seed, orders: 12, tokens: 5, pools: 10, partial: 0.5, buying: 0.3 }
    const plain = randomAuction(terms)
    // Hooks with half of a transaction's gas each, so that two orders fill it.
    const interactionGas = 5_000_000n - furtherTradeGas
    const auction = {
      ...plain,
      orders: plain.orders.map((entry) => ({ ...entry, interactionGas })),
    }
    const bound = boundWithinGas(auction, 1) ?? 0n
    const settlements = [...routeOrders(auction), ...batchOf(auction)]
    for (const solution of settlements) {
      expect(verifySettlement(auction, solution)).toBeLessThanOrEqual(bound)
    }
    bounds += Number(bound)
    whole += Number(boundAuction(auction))
  }
  expect(bounds / whole).toBeLessThan(0.9)
})

test('the gas bound equals the auction’s bound if all orders fit', () => {
  const auction = randomAuction({ seed: 2, orders: 10, tokens: 4, pools: 8, partial: 1 })
  expect(boundWithinGas(auction, 1)).toBe(boundAuction(auction))
})

const depth = milli(100_000_000)
const pools = [
  fixturePool([usdc, depth], [dai, depth]),
  fixturePool([dai, depth], [gno, depth]),
  fixturePool([usdc, depth], [gno, depth]),
]

test.each([
  ['sell', { sellToken: usdc, buyToken: dai, buyAmount: milli(500) }],
  ['buy', { sellToken: usdc, buyToken: dai, kind: 'buy', buyAmount: milli(500) }],
] as const)('the bound of a single order is the pools’ output net of gas: %s', async (...row) => {
  const [kind, terms] = row
  const auction = fixtureAuction([fixtureOrder(1, terms)], pools, { gasPrice: 10n ** 11n })
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('nothing is routed')
  const bound = Number(boundSingleOrder(auction, solution))
  const { sellAmount = 0n, buyAmount = 0n } = solution.trades[0] ?? {}
  const reached = kind === 'sell' ? Number(buyAmount) / bound : bound / Number(sellAmount)
  expect(reached).toBeLessThanOrEqual(1)
  expect(reached).toBeGreaterThan(0.999_99)
  const ofAuction = Number(scoreSolution(auction, solution)) / Number(boundAuction(auction))
  expect(ofAuction).toBeLessThan(0.98)
})

test('an order whose gas exceeds its surplus executes above its bound net of gas', async () => {
  const limit = milli(410)
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: limit })
  // The gas costs three fifths of the sell amount.
  const auction = fixtureAuction([order], pools, { gasPrice: 33n * 10n ** 11n })
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('nothing is routed')
  expect(solution.trades[0]?.buyAmount).toBe(limit)
  expect(boundSingleOrder(auction, solution)).toBeLessThan(limit)
  // If no gas has to be covered, the auction's bound is the pools' output before gas.
  expect(boundAuction(auction)).toBeGreaterThan(milli(580))
})

test('orders settled together have no bound of their own', async () => {
  const orders = [
    fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(500) }),
    fixtureOrder(2, { sellToken: dai, buyToken: gno, buyAmount: milli(500) }),
  ]
  const auction = fixtureAuction(orders, pools)
  const solutions = await routeSolver.solve(auction)
  const counts = solutions.map((solution) => [
    solution.trades.length,
    boundSingleOrder(auction, solution) !== undefined,
  ])
  expect(counts).toContainEqual([1, true])
  const [one, two] = solutions.filter(({ trades }) => trades.length === 1)
  const together = { ...one, trades: [...(one?.trades ?? []), ...(two?.trades ?? [])] }
  expect(together.trades).toHaveLength(2)
  expect(boundSingleOrder(auction, together as NonNullable<typeof one>)).toBeUndefined()
})
