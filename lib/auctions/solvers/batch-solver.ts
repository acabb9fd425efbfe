import type { Auction } from '@/lib/auctions/model/auction'
import { pairOf } from '@/lib/auctions/model/fairness'
import { type Solution, type Solver, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { maxGas } from '@/lib/auctions/selection/validate-solution'
import { withContending } from './batch/fit-orders'
import { solveBothWays, solveEvenly } from './batch/solve-batch'
import { createQuotes, enforceFairness, type PairQuotes } from './enforce-fairness'
import { matchOrders } from './match-orders'

const solver = 'batch'

/** Maximum number of solutions, each from what the previous ones leave; each fills at least half a transaction. */
const maxSolutions = 4

/** Maximum number of orders per settlement, those that gain most: a transaction holds fewer. */
const maxContending = 180

/**
 * With more orders, some of them are settled first, so that batches are found early: a solver that is cut short on a
 * slow machine has these.
 */
const manyOrders = 90
const firstContending = [10, 40]

/**
 * With more orders, the uneven settlement is not made fair, too: in 30 random auctions of 50 to 90 orders that took a
 * sixth of the time, and raised the winners' score in four, by 0.02 % at most.
 */
const maxUneven = 30

/** Share of a solver's time for the search; the rest is for the plan that it is at when the time is over. */
const usedTime = 0.8

/**
 * Settles orders of all pairs together, against each other and with the remainder through the pools, at the prices of
 * the auction's dual problem (see `boundAuction`). Returns the solution with the highest score, and a fair one in which
 * no directed pair gets less than alone, if they differ. From the remaining directed pairs and pools it finds further
 * solutions that can win as well. Reports each solution at once; with many orders, it begins with fair solutions of a
 * few.
 */
export const batchSolver: Solver = batchSolverBy(() => performance.now())

/** The {@link batchSolver} with another clock, in milliseconds from an arbitrary origin. */
export function batchSolverBy(nowMs: () => number): Solver {
  return {
    name: solver,
    solve: async (auction, { timeMs = solveDeadlineMs(auction), onFound, onCut } = {}) => {
      const endMs = nowMs() + timeMs * usedTime
      const isLate = () => {
        const isOver = nowMs() > endMs
        if (isOver) onCut?.()
        return isOver
      }
      const matches = matchOrders(auction).map((match) => ({ ...match, solver }))
      if (matches.length > 0) onFound?.(matches)
      const batches: Solution[] = []
      for (const batch of proposeBatches(auction, isLate)) {
        batches.push(batch)
        onFound?.([batch])
      }
      return [...batches, ...matches]
    },
  }
}

function* proposeBatches(auction: Auction, isLate: () => boolean): Generator<Solution> {
  const quotes = createQuotes(auction, isLate)
  let rest = auction
  for (let turn = 0; turn < maxSolutions; turn += 1) {
    const contest = withContending(rest, maxContending)
    if (turn === 0) yield* proposeFirst(contest, { quotes, isLate })
    const { best, even } = solveBothWays(contest, { isLate })
    if (!best) return
    yield best.solution
    const fairness = { rest: contest, quotes, isLate }
    const fair = enforceFairness((even ?? best).solution, fairness)
    if (fair && fair !== best.solution) yield fair
    // Orders that a uniform price leaves out, but an uneven one settles, may still fit a fair solution.
    const isFewer = fair && fair.trades.length < best.solution.trades.length
    if (isFewer && contest.orders.length <= maxUneven) {
      const other = enforceFairness(best.solution, fairness)
      if (other) yield other
    }
    if (isLate()) return
    // If gas was left, the unsettled orders could not be settled.
    if (best.solution.gas * 2n < maxGas) return
    rest = without(rest, fair ?? best.solution)
  }
}

type Fairness = { readonly quotes: PairQuotes; readonly isLate: () => boolean }

/** Fair solutions of the orders that gain most: much faster than one that fills a transaction. */
function* proposeFirst(auction: Auction, fairness: Fairness): Generator<Solution> {
  if (auction.orders.length <= manyOrders) return
  for (const few of firstContending) {
    const rest = withContending(auction, few)
    const settled = solveEvenly(rest, fairness)?.solution
    if (!settled) continue
    const fair = enforceFairness(settled, { rest, ...fairness })
    if (fair) yield fair
  }
}

/** The part of an auction that a solution leaves for other winners: other directed pairs and pools. */
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
