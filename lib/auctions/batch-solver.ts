import type { Auction } from './auction'
import { solveBothWays } from './batch/solve-batch'
import { pairOf } from './fairness'
import { makeFair } from './make-fair'
import { matchOrders } from './match-orders'
import type { Solution, Solver } from './solution'
import { mostGas } from './validate-solution'

const solver = 'batch'
/** Solutions that are sought at most, each of what the ones before it leave. */
const mostSolutions = 2

/** Of an auction with more orders than this only one is, so that it is there in time. */
const manyOrders = 150

/**
 * Settles orders of all pairs together, rings and what crosses against each other and the rest through the pools, at
 * the prices of the dual problem of the auction (see `boundAuction`). Beside the solution with the highest score
 * it proposes one in which no directed pair gets less than alone, if that is another one.
 */
export const batchSolver: Solver = {
  name: solver,
  solve: async (auction) => [
    ...proposeBatches(auction),
    ...matchOrders(auction).map((match) => ({ ...match, solver })),
  ],
}

function proposeBatches(auction: Auction): Solution[] {
  const solutions: Solution[] = []
  let rest = auction
  const turns = auction.orders.length > manyOrders ? 1 : mostSolutions
  for (let turn = 0; turn < turns; turn += 1) {
    const { best, even } = solveBothWays(rest)
    // One order alone is for those who route it.
    if (!best || best.solution.trades.length < 2) break
    const fair = makeFair(rest, (even ?? best).solution)
    solutions.push(best.solution)
    if (fair && fair !== best.solution) solutions.push(fair)
    // Where gas was left, what was not settled could not be.
    if (best.solution.gas * 2n < mostGas) break
    rest = without(rest, fair ?? best.solution)
  }
  return solutions
}

/** What a solution leaves for others that are to win beside it: other directed pairs and other pools. */
function without(auction: Auction, { trades, routes }: Solution): Auction {
  const settled = new Set(trades.map(({ uid }) => uid))
  const used = new Set(routes.flatMap(({ hops }) => hops.map(({ pool }) => pool.address)))
  const pairs = new Set(
    auction.orders.filter(({ uid }) => settled.has(uid)).map((entry) => pairOf(auction, entry)),
  )
  return {
    ...auction,
    orders: auction.orders.filter((entry) => !pairs.has(pairOf(auction, entry))),
    pools: auction.pools.filter(({ address }) => !used.has(address)),
  }
}
