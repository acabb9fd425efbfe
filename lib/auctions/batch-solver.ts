import { type Auction, type AuctionOrder, tradedPair } from './auction'
import { raiseLimits } from './batch/raise-limits'
import { solveBatch } from './batch/solve-batch'
import { isFair, type PairScores, pairBaselines, pairScores } from './fairness'
import { routeOrders } from './route-solver'
import type { Solution, Solver } from './solution'
import { findFault, mostGas } from './validate-solution'

/** Solutions that are sought at most, each of what the ones before it leave. */
const mostSolutions = 2

/** Orders that are routed alone to know what is fair, which takes a millisecond or two each. */
const mostQuoted = 150

/** Times that directed pairs to which a solution is unfair are left out of it. */
const mostRounds = 2

/**
 * Settles orders of all pairs together, rings and what crosses against each other and the rest through the pools, at
 * the prices of the dual problem of the auction (see `boundAuction`). Beside the solution with the highest score
 * it proposes one in which no directed pair gets less than alone, if that is another one.
 */
export const batchSolver: Solver = {
  name: 'batch',
  solve: async (auction) => proposeBatches(auction),
}

function proposeBatches(auction: Auction): Solution[] {
  const solutions: Solution[] = []
  let rest = auction
  for (let turn = 0; turn < mostSolutions; turn += 1) {
    const settled = solveBatch(rest)
    // One order alone is for those who route it.
    if (!settled || settled.solution.trades.length < 2) break
    const fair = makeFair(rest, settled.solution)
    solutions.push(settled.solution)
    if (fair && fair !== settled.solution) solutions.push(fair)
    // Where gas was left, what was not settled could not be.
    if (settled.solution.gas * 2n < mostGas) break
    rest = without(rest, fair ?? settled.solution)
  }
  return solutions
}

/** A solution for these directed pairs, or some of them, that is fair to all; undefined when none is found. */
function makeFair(auction: Auction, solution: Solution): Solution | undefined {
  const pairs = pairScores(auction, solution)
  const orders = auction.orders.filter((entry) => pairs.has(pairOf(auction, entry)))
  const touched = { ...auction, orders: orders.slice(0, mostQuoted) }
  const alone = routeOrders(touched)
  const baselines = pairBaselines(auction, alone)
  if (isFair(auction, solution, baselines)) return solution
  let raised = raiseLimits(touched, alone)
  for (let round = 0; round < mostRounds; round += 1) {
    const found = solveBatch(raised)?.solution
    if (!found || found.trades.length < 2 || findFault(auction, found)) return undefined
    if (isFair(auction, found, baselines)) return found
    raised = withoutUnfair(raised, pairScores(auction, found), baselines)
  }
  return undefined
}

function withoutUnfair(auction: Auction, scores: PairScores, baselines: PairScores): Auction {
  const isUnfair = (entry: AuctionOrder) => {
    const score = scores.get(pairOf(auction, entry))
    return score !== undefined && score < (baselines.get(pairOf(auction, entry)) ?? 0n)
  }
  return { ...auction, orders: auction.orders.filter((entry) => !isUnfair(entry)) }
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

/** An order's directed pair as {@link pairScores} names it. */
function pairOf({ wrappedNative }: Auction, { order }: AuctionOrder): string {
  const { sellToken, buyToken } = tradedPair(order, wrappedNative)
  return `${sellToken} ${buyToken}`
}
