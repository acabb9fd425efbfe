import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { boundAuction } from './auction-bound'
import { checkBound } from './check-bound'

/** Two crossing orders: the first sells 1,000 milli-tokens, the second buys them with `taken`. */
function crossing(taken: number): Auction {
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

const weigh = (auction: Auction, solution: Solution, isLate = () => false) =>
  checkBound({ auction, solution, bound: boundAuction(auction) }, isLate)

test('a solution that fills all fillable orders is near its bound', () => {
  const auction = crossing(1_000)
  const found = solveBatch(auction)
  if (!found) throw new Error('nothing is settled')
  expect(weigh(auction, found.solution)).toEqual({ verdict: 'near' })
})

test('a solution that omits crossing orders is far, and fill-or-kill does not explain it', () => {
  expect(weigh(crossing(1_000), nothing)).toMatchObject({ verdict: 'far', needsParts: false })
})

test('fill-or-kill explains the gap of orders that fit only in part', () => {
  const auction = crossing(600)
  expect(solveBatch(auction)).toBeUndefined()
  expect(weigh(auction, nothing)).toMatchObject({ verdict: 'far', score: 0n, needsParts: true })
})

test('a far solution stays unexplained when the time is up', () => {
  let asked = 0
  const auction = crossing(600)
  weigh(auction, nothing, () => ++asked < 0)
  let left = asked
  // Late only at the last check, once the bound is known.
  const last = weigh(auction, nothing, () => --left <= 0)
  expect(last).toMatchObject({ verdict: 'far', needsParts: undefined })
})

test('a check without time is late and stops within one dual', () => {
  const auction = randomAuction({ seed: 1, orders: 350, partial: 1 })
  let asked = 0
  expect(weigh(auction, nothing, () => ++asked > 1)).toEqual({ verdict: 'late' })
  let whole = 0
  weigh(auction, nothing, () => ++whole < 0)
  expect(whole).toBeGreaterThan(20)
})
