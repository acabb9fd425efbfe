import { expect, test } from 'vitest'
import { boundAuction } from '@/lib/auctions/auction-bound'
import { solveBatch } from '@/lib/auctions/batch/solve-batch'
import type { Solution } from '@/lib/auctions/solution'
import { dai, fixtureAuction, fixtureOrder, milli, usdc } from '@/lib/testing/build-auction-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { roundCounts, weighRound } from './weigh-round'

/** Two orders that cross: the first sells a thousand, the second takes as many thousandths of it as told. */
function crossing(taken: number) {
  const orders = [
    fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) }),
    fixtureOrder(2, {
      sellToken: dai,
      buyToken: usdc,
      sellAmount: milli(taken),
      buyAmount: milli(Math.floor(taken * 0.9)),
    }),
  ]
  return fixtureAuction(orders, [])
}

const nothing: Solution = {
  solver: 'test',
  clearingPrices: new Map(),
  trades: [],
  routes: [],
  gas: 0n,
}

function weigh(auction: ReturnType<typeof crossing>, solution: Solution) {
  const ctx = createTestContext()
  weighRound(ctx, { auction, auctionId: 1n, solution, bound: boundAuction(auction) })
  return roundCounts(ctx)
}

test('a round that settles what can be settled is near to its bound', () => {
  const auction = crossing(1_000)
  const found = solveBatch(auction)
  if (!found) throw new Error('nothing is settled')
  expect(weigh(auction, found.solution)).toEqual({ weighed: 1, far: 0, fillOrKill: 0 })
})

test('a round that leaves a crossing of whole orders is far from it, and fill-or-kill is no excuse', () => {
  expect(weigh(crossing(1_000), nothing)).toEqual({ weighed: 1, far: 1, fillOrKill: 0 })
})

test('a round whose orders fit only in parts is explained by fill-or-kill', () => {
  const auction = crossing(600)
  expect(solveBatch(auction)).toBeUndefined()
  expect(weigh(auction, nothing)).toEqual({ weighed: 1, far: 1, fillOrKill: 1 })
})
