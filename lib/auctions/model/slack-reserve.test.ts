import { expect, test } from 'vitest'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { balanceSolution, costToCover, usageOf, valueLedger } from './ledger'
import { scoreSolution } from './score'
import { reserveSlack } from './slack-reserve'
import type { Solution } from './solution'

const pool = fixturePool([weth, milli(1_000_000)], [usdc, milli(1_000_000)])
const real = { gasPrice: 10n ** 9n, costCoverBps: 10_000n, slackBps: 2n }

async function bid(terms: Partial<Parameters<typeof fixtureOrder>[1]>, further = real) {
  const order = fixtureOrder(1, { sellToken: weth, buyToken: usdc, ...terms })
  const auction = fixtureAuction([order], [pool], further)
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('no solution')
  const [trade] = reserveSlack(auction, solution).trades
  if (!trade || !solution.trades[0]) throw new Error('no trade')
  return { auction, solution, plain: solution.trades[0], trade }
}

test('an order with enough surplus bids two basis points of its volume less', async () => {
  const { plain, trade } = await bid({ buyAmount: milli(900) })
  expect(plain.buyAmount - trade.buyAmount).toBe((plain.buyAmount * 2n) / 10_000n)
  const bought = await bid({ kind: 'buy', buyAmount: milli(900), sellAmount: milli(1_000) })
  expect(bought.trade.sellAmount - bought.plain.sellAmount).toBe(
    (bought.plain.sellAmount * 2n) / 10_000n,
  )
})

test('one with little surplus gives a twentieth of it, and one at its limit nothing', async () => {
  const { plain } = await bid({})
  const close = await bid({ buyAmount: plain.buyAmount - 100n })
  expect(close.trade.buyAmount).toBe(plain.buyAmount - 5n)
  expect((await bid({ buyAmount: plain.buyAmount })).trade).toEqual(plain)
})

test('a bid without pools is not changed', async () => {
  const { auction, solution } = await bid({ buyAmount: milli(900) })
  const matched: Solution = { ...solution, routes: [] }
  expect(reserveSlack(auction, matched)).toBe(matched)
})

test('reserved bids are valid, keep 95 % of their score, and are not reserved again', async () => {
  for (const seed of [5, 6]) {
    const auction = randomAuction({ seed, orders: 20, partial: 0.3, buying: 0.4, further: real })
    for (const solution of await routeSolver.solve(auction)) {
      if (findViolation(auction, solution)) continue
      const reserved = reserveSlack(auction, solution)
      expect(findViolation(auction, reserved)).toBeUndefined()
      const [before, after] = [solution, reserved].map((one) => Number(scoreSolution(auction, one)))
      // Scores of coarse tokens round.
      expect(after).toBeGreaterThan((before ?? 0) * 0.9499)
      expect(reserveSlack(auction, reserved)).toBe(reserved)
      const kept = valueLedger(auction, balanceSolution(auction, reserved))
      expect(kept).toBeGreaterThanOrEqual(costToCover(auction, usageOf(auction, reserved)))
    }
  }
})

test('auctions of embedded networks and of earlier versions reserve nothing', async () => {
  const { slackBps: _, ...earlier } = real
  const { auction, solution } = await bid({ buyAmount: milli(900) }, earlier as typeof real)
  expect(reserveSlack(auction, solution)).toBe(solution)
})
