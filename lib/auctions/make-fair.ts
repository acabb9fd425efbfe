import type { Auction } from './auction'
import { raiseLimits } from './batch/raise-limits'
import { solveEvenly } from './batch/solve-batch'
import { pairBaselines, pairOf, pairScores, unfairPairs } from './fairness'
import { routeOrders } from './route-solver'
import type { Solution } from './solution'
import { findFault } from './validate-solution'

/** Settlements that are looked at until one is fair. */
const mostRounds = 8

/**
 * Orders that are settled anew, and routed alone to know what is fair, which takes a millisecond or two each: of more
 * those of the pairs that were settled at first.
 */
const mostOrders = 150

/**
 * A settlement of an auction's orders, or of some of them, in which no directed pair gets less than alone: `solution`
 * itself if it is one; undefined when none is found.
 *
 * Orders of a pair that got less ask for what they get alone from then on, so that they are settled for at least that
 * or not at all; a pair that still gets less, since another of its orders was settled, is left out. All other orders
 * keep their limits, and so leave the most to settle.
 */
export function makeFair(auction: Auction, solution: Solution): Solution | undefined {
  const quotes = createQuotes(auction)
  const raised = new Set<string>()
  let rest = auction.orders.length > mostOrders ? ofPairs(auction, solution) : auction
  let found = solution
  for (let round = 0; round < mostRounds; round += 1) {
    const scores = pairScores(auction, found)
    const alone = quotes.of(scores)
    const unfair = new Set(unfairPairs(scores, pairBaselines(auction, alone)))
    if (unfair.size === 0) return found
    const asked = new Map(raiseLimits(rest, alone).orders.map((entry) => [entry.uid, entry]))
    const orders = rest.orders.flatMap((entry) => {
      const pair = pairOf(auction, entry)
      if (!unfair.has(pair)) return [entry]
      return raised.has(pair) ? [] : (asked.get(entry.uid) ?? [])
    })
    for (const pair of unfair) raised.add(pair)
    rest = { ...rest, orders }
    const next = solveEvenly(rest)?.solution
    // One order alone is for those who route it.
    if (!next || next.trades.length < 2 || findFault(auction, next)) return undefined
    found = next
  }
  return undefined
}

/** The auction with orders of a solution's directed pairs only. */
function ofPairs(auction: Auction, solution: Solution): Auction {
  const pairs = pairScores(auction, solution)
  const orders = auction.orders.filter((entry) => pairs.has(pairOf(auction, entry)))
  return { ...auction, orders: orders.slice(0, mostOrders) }
}

/** What the orders of directed pairs get alone, each asked for once. */
function createQuotes(auction: Auction) {
  const known = new Map<string, readonly Solution[]>()
  let left = mostOrders
  const quote = (pair: string) => {
    const own = auction.orders.filter((entry) => pairOf(auction, entry) === pair).slice(0, left)
    left -= own.length
    return routeOrders({ ...auction, orders: own })
  }
  return {
    of: (pairs: ReadonlyMap<string, unknown>): Solution[] =>
      [...pairs.keys()].flatMap((pair) => {
        const quoted = known.get(pair) ?? quote(pair)
        known.set(pair, quoted)
        return quoted
      }),
  }
}
