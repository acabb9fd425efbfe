import type { Auction } from './auction'
import { mergeSolutions } from './merge-solutions'
import { promisingOrders } from './promising-orders'
import { routeOrder } from './route-order'
import type { Solution, Solver } from './solution'

/** Orders that are routed in one auction: a route takes milliseconds. */
const mostRouted = 300

/** Milliseconds after which what is found is the answer: the rest is needed to put it together. */
const mostMs = 2_000

/** Of more solutions those are put together that come first: each further one is tried with the whole. */
const mostMerged = 150

/** Routes each order alone through the pools, and settles those together that do not touch each other. */
export const routeSolver: Solver = {
  name: 'route',
  solve: async (auction) => {
    const singles = routeOrders(auction, { most: mostRouted, endMs: performance.now() + mostMs })
    const merged = mergeSolutions(auction, singles.slice(0, mostMerged))
    return merged && merged.trades.length > 1 ? [merged, ...singles] : singles
  },
}

/** Orders that are tried at most, and when to stop, by `performance.now()`. */
type Limits = { readonly most: number; readonly endMs: number }

const unlimited: Limits = { most: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY }

/** Every order that the pools can settle alone, the most promising ones first. */
export function routeOrders(auction: Auction, { most, endMs } = unlimited): Solution[] {
  const solutions: Solution[] = []
  for (const entry of promisingOrders(auction).slice(0, most)) {
    if (performance.now() >= endMs) break
    const solution = routeOrder(auction, entry)
    if (solution) solutions.push(solution)
  }
  return solutions
}
