import { expect, test } from 'vitest'
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
} from '@/lib/testing/build-auction-fixture'
import { randomAuction } from '@/lib/testing/random-auction'
import { boundAuction } from './auction-bound'
import { routeSolver } from './route-solver'
import { scoreSolution } from './score'
import { findFault } from './validate-solution'

const deep = fixturePool([usdc, milli(1_000_000_000)], [dai, milli(1_000_000_000)])

/** How far above `score` the bound is, as a part of it. */
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
])('no solution scores more than the bound: %o', async (terms) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const auction = randomAuction({ seed, orders: 8, tokens: 6, pools: 12, ...terms })
    const bound = boundAuction(auction) ?? -1n
    for (const solution of await routeSolver.solve(auction)) {
      if (findFault(auction, solution)) continue
      expect(scoreSolution(auction, solution) <= bound).toBe(true)
    }
  }
})
