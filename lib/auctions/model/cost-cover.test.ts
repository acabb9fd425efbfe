import { expect, test } from 'vitest'
import { realCostCoverBps } from '@/lib/auctions/build/build-auction'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeOrders } from '@/lib/auctions/solvers/baseline-solver'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { costToCover } from './ledger'
import { scoreSolution } from './score'
import { tradesAt } from './solution'

const pool = fixturePool([weth, 10n ** 21n], [usdc, 10n ** 21n])
const further = { gasPrice: 30n * 10n ** 9n, costCoverBps: realCostCoverBps }
const auctionAt = (buyAmount: bigint) =>
  fixtureAuction([fixtureOrder(1, { sellToken: weth, buyToken: usdc, buyAmount })], [pool], further)

/** The pools' output for the order, its gas in native atoms, and our own solution. */
function ownSolution() {
  const auction = auctionAt(milli(900))
  const [own] = routeOrders(auction)
  if (!own) throw new Error('the order is not routed')
  const given = own.routes[0]?.buyAmount ?? 0n
  return { auction, own, given, cost: own.gas * auction.gasPrice }
}

test('rejects an engine that covers only half of the network cost', () => {
  const { auction, own, given, cost } = ownSolution()
  const prices = new Map([
    [weth, given - cost / 2n],
    [usdc, milli(1000)],
  ])
  const entry = auction.orders[0]
  const trades = entry && tradesAt(prices, [{ entry, executedAmount: milli(1000) }])
  if (!trades) throw new Error('the contract refuses the prices')
  const engine = { ...own, solver: 'engine', clearingPrices: prices, trades }
  expect(scoreSolution(auction, engine)).toBeGreaterThan(scoreSolution(auction, own))
  expect(findViolation(auction, engine)).toBe('the network cost is not covered')
  expect(findViolation(auction, own)).toBeUndefined()
})

test('an order whose surplus covers half of the network cost waits; one that covers all of it settles', async () => {
  const { given, cost, own, auction } = ownSolution()
  const ctx = createTestContext()
  expect(await runAuction(ctx, auctionAt(given - cost / 2n))).toEqual([])
  const [winner] = await runAuction(ctx, auctionAt(given - cost))
  expect(winner?.solution.trades[0]?.buyAmount).toBe(given - cost)
  expect(costToCover(auction, { gas: own.gas, bytes: 0n })).toBe(cost)
})

test('expensive transfers of an order count in the gas that its settlement must cover', () => {
  const auction = auctionAt(milli(900))
  const [entry] = auction.orders
  const [plain, expensive] = [0n, 140_000n].map((transferGas) => {
    const orders = entry ? [{ ...entry, transferGas }] : []
    return routeOrders({ ...auction, orders })[0]
  })
  expect((expensive?.gas ?? 0n) - (plain?.gas ?? 0n)).toBe(140_000n)
  const [paid, less] = [plain, expensive].map((solution) => solution?.trades[0]?.buyAmount ?? 0n)
  expect((paid ?? 0n) - (less ?? 0n)).toBe(140_000n * auction.gasPrice)
})
