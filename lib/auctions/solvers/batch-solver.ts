import type { Auction } from '@/lib/auctions/model/auction'
import { pairOf } from '@/lib/auctions/model/fairness'
import { type Solution, type Solver, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { maxGas } from '@/lib/auctions/selection/validate-solution'
import { withContending } from './batch/fit-orders'
import { solveBothWays, solveEvenly } from './batch/solve-batch'
import { createQuotes, enforceFairness, type PairQuotes } from './enforce-fairness'
import { matchOrders } from './match-orders'

const solver = 'batch'

/** Solutions that are sought at most, each of what the ones before it leave. */
const maxSolutions = 4

/** Orders that are settled together at most, those that gain most: a transaction takes fewer. */
const maxContending = 180

/** Where there are more orders than so many, some of them are settled first, so that batches are there soon. */
const manyOrders = 90
const firstContending = [10, 40]

/**
 * Of more orders than this the uneven settlement is not made fair too: in 30 random auctions of 50 to 90 orders that took a
 * sixth of the time, and raised the winners' score in four, by 0.02 % at most.
 */
const maxUneven = 30

/** The part of a solver's time in which solutions are sought. */
const usedTime = 0.8

/**
 * Settles orders of all pairs together, rings and what crosses against each other and the rest through the pools, at
 * the prices of the dual problem of the auction (see `boundAuction`). Beside the solution with the highest score
 * it proposes one in which no directed pair gets less than alone, if that is another one. Of the directed pairs and pools
 * that this leaves it proposes further ones, which can win beside it. What it finds it tells at once: where there are many
 * orders, first of all fair solutions of a few.
 */
export const batchSolver: Solver = batchSolverBy(() => performance.now())

/** The {@link batchSolver} that keeps to its time by another clock, of milliseconds from any moment on. */
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
    // Where an even price leaves orders out, those that an uneven one settles may come to a fair one too.
    const isFewer = fair && fair.trades.length < best.solution.trades.length
    if (isFewer && contest.orders.length <= maxUneven) {
      const other = enforceFairness(best.solution, fairness)
      if (other) yield other
    }
    if (isLate()) return
    // Where gas was left, what was not settled could not be.
    if (best.solution.gas * 2n < maxGas) return
    rest = without(rest, fair ?? best.solution)
  }
}

type Fairness = { readonly quotes: PairQuotes; readonly isLate: () => boolean }

/** Fair solutions of the orders that gain most, which take a small part of the time of one that fills a transaction. */
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
