import { expect, test } from 'vitest'
import { scoreSolution } from '@/lib/auctions/model/score'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { boundAuction } from './auction-bound'
import { boundSingleOrder } from './single-order-bound'

const deep = milli(100_000_000)
const pools = [
  fixturePool([usdc, deep], [dai, deep]),
  fixturePool([dai, deep], [gno, deep]),
  fixturePool([usdc, deep], [gno, deep]),
]

test.each([
  ['sell', { sellToken: usdc, buyToken: dai, buyAmount: milli(500) }],
  ['buy', { sellToken: usdc, buyToken: dai, kind: 'buy', buyAmount: milli(500) }],
] as const)('an order alone is told what pools give it once gas is paid: %s', async (...row) => {
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

test('an order whose gas costs more than its limit leaves gets more than any route that pays for gas', async () => {
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

test('orders that are settled together have no bound of their own', async () => {
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
