import { expect, test } from 'vitest'
import { scoreSolution } from '@/lib/auctions/model/score'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { nativeToken } from '@/lib/core/address'
import { amountOut } from '@/lib/liquidity/swap-pool'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { someOf } from '@/lib/testing/cases'
import { boundAuction, boundSettlement } from './auction-bound'

const deep = fixturePool([usdc, milli(1_000_000_000)], [dai, milli(1_000_000_000)])

/** Gap between the bound and `score`, relative to `score`. */
function gapTo(bound: bigint | undefined, score: bigint): number {
  expect(bound).toBeDefined()
  expect((bound ?? 0n) >= score).toBe(true)
  return Number((bound ?? 0n) - score) / Number(score)
}

test('the bound of one order is what a pool pays for it above its limit', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
  const paid = amountOut(deep, { token: usdc, amount: milli(1000) }, dai) ?? 0n
  expect(gapTo(boundAuction(fixtureAuction([order], [deep])), paid - milli(900))).toBeLessThan(1e-6)
})

test('the bound of a ring is all that its limits leave', () => {
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

test('an order that only unwraps counts too', async () => {
  const order = fixtureOrder(1, { sellToken: weth, buyToken: nativeToken, buyAmount: milli(900) })
  const auction = fixtureAuction([order], [])
  const [solution] = await routeSolver.solve(auction)
  expect(
    gapTo(boundAuction(auction), solution ? scoreSolution(auction, solution) : 0n),
  ).toBeLessThan(1e-6)
})

test('orders that nobody can fill have a bound of nearly nothing', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(1001) })
  expect(boundAuction(fixtureAuction([order], [deep]))).toBeLessThan(milli(1) / 1000n)
  expect(boundAuction(fixtureAuction([], [deep]))).toBe(0n)
})

test('the cost of gas that a settlement keeps lowers the bound', () => {
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
  'no settlement of any of the orders scores more than one can: %o',
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

test('one price for all pays orders above their limits, which the bound of one settlement counts', () => {
  const shares = [1, 2, 3, 4].map((seed) => {
    const auction = randomAuction({ seed, orders: 150, tokens: 8, pools: 24, partial: 1 })
    return Number(boundSettlement(auction)) / Number(boundAuction(auction))
  })
  expect(Math.max(...shares)).toBeLessThan(0.9995)
})

/** Two orders of one pair: what one asks for, the other gets, too. */
const parallel = (second: bigint) => {
  const ask = (index: number, buyAmount: bigint) =>
    fixtureOrder(index, { sellToken: usdc, buyToken: dai, buyAmount, partiallyFillable: true })
  const back = fixtureOrder(3, { sellToken: dai, buyToken: usdc, buyAmount: milli(100) })
  const orders = [ask(1, milli(800)), ask(2, second), back]
  const pools = [fixturePool([usdc, milli(1_000_000)], [dai, milli(990_000)])]
  return fixtureAuction(orders, pools)
}

test('the bound holds for two orders of one directed pair, whatever the second asks', () => {
  for (const second of [800, 850, 900, 940, 970].map(milli)) {
    const auction = parallel(second)
    const score = solveBatch(auction)?.score ?? 0n
    expect(score <= (boundAuction(auction) ?? -1n)).toBe(true)
  }
})
