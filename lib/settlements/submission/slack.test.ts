import { beforeAll, describe, expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { balanceSolution, valueLedger } from '@/lib/auctions/model/ledger'
import { reserveSlack } from '@/lib/auctions/model/slack-reserve'
import type { Solution } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { batchSolver } from '@/lib/auctions/solvers/batch-solver'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
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
import { giveSlack } from './slack'

const real = { gasPrice: 10n ** 9n, costCoverBps: 10_000n, slackBps: 2n }
const plenty = { bps: 10, budget: 10n ** 24n }
const hopsOf = ({ routes }: Pick<Solution, 'routes'>) => routes.flatMap(({ hops }) => hops)

async function solve(auction: Auction): Promise<Solution[]> {
  const solved = await Promise.all([routeSolver.solve(auction), batchSolver.solve(auction)])
  return solved
    .flat()
    .filter((solution) => findViolation(auction, solution) === undefined)
    .map((solution) => reserveSlack(auction, solution))
}

describe.each([1, 2])('in a random auction of seed %i', (seed) => {
  const auction = randomAuction({ seed, orders: 12, partial: 0.3, buying: 0.4, further: real })

  let solutions: Solution[]
  beforeAll(async () => {
    solutions = await solve(auction)
  })

  test('hops that pay their minimum leave no order and no buffer short', () => {
    let eased = 0
    for (const solution of solutions) {
      const { routes, given } = giveSlack(auction, solution, plenty)
      const changes = balanceSolution(auction, { ...solution, routes })
      for (const [token, change] of changes) expect(change, token).toBeGreaterThanOrEqual(0n)
      const kept = valueLedger(auction, balanceSolution(auction, solution))
      expect(kept - valueLedger(auction, changes)).toBeLessThanOrEqual(given)
      const swap = createSequentialSwaps()
      for (const hop of hopsOf({ routes })) {
        const paid = swap(hop) ?? 0n
        expect(paid).toBeGreaterThanOrEqual(hop.amountOut)
        // Batches sell and buy at once, and reserve enough for each of their hops.
        if (solution.solver === 'batch') expect(paid).toBeGreaterThan(hop.amountOut)
      }
      if (given > 0n) eased += 1
    }
    expect(eased).toBeGreaterThan(0)
  })

  test('slack costs no more than its budget', () => {
    for (const solution of solutions) {
      const { given } = giveSlack(auction, solution, plenty)
      const budget = given / 3n
      const less = giveSlack(auction, solution, { bps: 10, budget })
      expect(less.given).toBeLessThanOrEqual(budget)
    }
  })
})

const pools = [
  fixturePool([weth, milli(1_000_000)], [dai, milli(1_000_000)]),
  fixturePool([usdc, milli(1_000_000)], [dai, milli(1_000_000)]),
]

test.each(['sell', 'buy'] as const)('gives slack to each hop of a %s order', async (kind) => {
  const order = fixtureOrder(1, {
    ...{ sellToken: weth, buyToken: usdc, kind },
    sellAmount: milli(1_100),
    buyAmount: kind === 'sell' ? milli(900) : milli(1_000),
  })
  const auction = fixtureAuction([order], pools, real)
  const [solution] = await solve(auction)
  if (!solution) throw new Error('no solution')
  const planned = hopsOf(solution)
  expect(planned).toHaveLength(2)
  const swap = createSequentialSwaps()
  for (const hop of hopsOf(giveSlack(auction, solution, plenty))) {
    const paid = swap(hop) ?? 0n
    // These pools get a fifth.
    expect(paid - hop.amountOut).toBeGreaterThan(paid / 1_000_000n)
  }
})

test('changes nothing without a profit or without pools', async () => {
  const order = fixtureOrder(1, { sellToken: weth, buyToken: usdc })
  const auction = fixtureAuction([order], pools)
  const [solution] = await solve(auction)
  if (!solution) throw new Error('no solution')
  expect(giveSlack(auction, solution, plenty)).toEqual({ routes: solution.routes, given: 0n })
  expect(giveSlack(auction, { ...solution, routes: [] }, plenty)).toEqual({ routes: [], given: 0n })
  expect(giveSlack(auction, solution, { bps: 10, budget: 0n }).given).toBe(0n)
})
