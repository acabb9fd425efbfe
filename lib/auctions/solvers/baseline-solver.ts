import type { Auction } from '@/lib/auctions/model/auction'
import { mergeSolutions } from '@/lib/auctions/model/merge-solutions'
import {
  type Solution,
  type Solver,
  type Solving,
  solveDeadlineMs,
} from '@/lib/auctions/model/solution'
import { promisingOrders } from './promising-orders'
import { routeOrder } from './route-order'

/** Maximum number of orders routed per auction: a route takes milliseconds, a solver has some seconds. */
const maxRouted = 300

/** Share of a solver's time for routing; the rest is needed to merge the results. */
const routedTime = 2 / 3

/** Maximum number of solutions merged, in order: each further one is tried with the whole. */
const maxMerged = 150

/** Routes each order alone through the pools, and merges the solutions that are compatible. */
export const routeSolver: Solver = {
  name: 'route',
  solve: async (auction, { timeMs = solveDeadlineMs(auction), onFound, onCut } = {}) => {
    const endMs = performance.now() + timeMs * routedTime
    const singles = routeOrders(auction, { max: maxRouted, endMs, onFound })
    if (performance.now() >= endMs) onCut?.()
    const merged = mergeSolutions(auction, singles.slice(0, maxMerged))
    return merged && merged.trades.length > 1 ? [merged, ...singles] : singles
  },
}

/** Maximum number of orders tried, and when to stop, by `performance.now()`. */
type Limits = {
  readonly max?: number
  readonly endMs?: number
  /** Called with the solutions found, some at a time. */
  readonly onFound?: Solving['onFound'] | undefined
}

/** Solutions per call: each call is a message of the solver's thread. */
const reportEvery = 20

/** Routes every order that the pools can settle alone, most promising first. */
export function routeOrders(
  auction: Auction,
  { max, endMs = Number.POSITIVE_INFINITY, onFound }: Limits = {},
): Solution[] {
  const solutions: Solution[] = []
  for (const entry of promisingOrders(auction).slice(0, max)) {
    if (performance.now() >= endMs) break
    const solution = routeOrder(auction, entry)
    if (!solution) continue
    solutions.push(solution)
    if (solutions.length % reportEvery === 0) onFound?.(solutions.slice(-reportEvery))
  }
  const unreported = solutions.length % reportEvery
  if (unreported > 0) onFound?.(solutions.slice(-unreported))
  return solutions
}
