import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import {
  type PairScores,
  pairBaselines,
  pairOf,
  pairScores,
  unfairPairs,
} from '@/lib/auctions/model/fairness'
import type { Solution } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { groupBy } from '@/lib/core/group-by'
import { routeOrders } from './baseline-solver'
import { solveEvenly } from './batch/solve-batch'
import { tightenLimits } from './batch/tighten-limits'

/** Settlements that are looked at until one is fair, and those of them in which all orders may take part. */
const maxRounds = 20
const openRounds = 2

/** What the orders of directed pairs get alone; undefined when there is no time to find out. */
export type PairQuotes = (pairs: PairScores) => Solution[] | undefined

/** Orders that may be settled, of what is left of an auction for them, and what is fair. */
type Contest = {
  readonly rest: Auction
  readonly quotes: PairQuotes
  /** Whether it is time to give up. */
  readonly isLate: () => boolean
}

/**
 * A settlement of some of an auction's orders in which no directed pair gets less than alone: `solution` itself if it
 * is one; undefined when none is found in time.
 *
 * Orders of a pair that got less ask for what they get alone from then on, so that they are settled for at least that
 * or not at all; a pair that still gets less, since another of its orders was settled, or less of one, is left out. All
 * other orders keep their limits at first, and so leave the most to settle. As that may come to no end, in later
 * rounds those pairs only take part that were settled last, and all of them ask for what they get alone.
 */
export function enforceFairness(
  solution: Solution,
  { rest: market, quotes, isLate }: Contest,
): Solution | undefined {
  let bids: Bids = { orders: market.orders, raised: new Set() }
  let found = solution
  for (let round = 0; round < maxRounds; round += 1) {
    const scores = pairScores(market, found)
    const alone = quotes(scores)
    if (!alone) return undefined
    const unfair = new Set(unfairPairs(scores, pairBaselines(market, alone)))
    if (unfair.size === 0) return found
    if (isLate()) return undefined
    const outcome = { unfair, settled: round < openRounds ? undefined : scores, alone }
    const settle = (all: Bids) => settleBids(market, all, isLate)
    const next =
      settle(askMore(market, bids, outcome)) ??
      settle(leaveOut(market, bids, { ...outcome, settled: scores }))
    if (!next) return undefined
    bids = next.bids
    found = next.solution
  }
  return undefined
}

/** Orders with what they ask now, and the directed pairs of those that ask for what they get alone. */
type Bids = { readonly orders: readonly AuctionOrder[]; readonly raised: ReadonlySet<string> }

type Outcome = {
  readonly unfair: ReadonlySet<string>
  /** All directed pairs that were settled where no others may take part any more. */
  readonly settled: PairScores | undefined
  readonly alone: readonly Solution[]
}

/** What settles the orders with what they ask. */
function settleBids(auction: Auction, bids: Bids, isLate: () => boolean) {
  const solution = solveEvenly({ ...auction, orders: bids.orders }, { isLate })?.solution
  if (!solution || findViolation(auction, solution)) return undefined
  return { bids, solution }
}

/** Like {@link askMore}, but that those which got less take no part any more. */
function leaveOut(auction: Auction, bids: Bids, outcome: Outcome): Bids {
  const raised = new Set([...bids.raised, ...outcome.unfair])
  return askMore(auction, { ...bids, raised }, outcome)
}

function askMore(
  auction: Auction,
  { orders, raised }: Bids,
  { unfair, settled, alone }: Outcome,
): Bids {
  const asked = new Map(
    tightenLimits({ ...auction, orders }, alone).orders.map((entry) => [entry.uid, entry]),
  )
  const left = orders.flatMap((entry) => {
    const pair = pairOf(auction, entry)
    if (raised.has(pair) && unfair.has(pair)) return []
    if (settled && !settled.has(pair)) return []
    const isRaised = !raised.has(pair) && (unfair.has(pair) || settled !== undefined)
    return isRaised ? (asked.get(entry.uid) ?? []) : [entry]
  })
  return { orders: left, raised: new Set([...raised, ...unfair, ...(settled?.keys() ?? [])]) }
}

/** Orders of a directed pair that are routed alone to know what is fair, those that may gain most. */
const quotedOfPair = 12

/** What the orders of an auction's directed pairs get alone, each asked for once, until it is late. */
export function createQuotes(auction: Auction, isLate = () => false): PairQuotes {
  const known = new Map<string, readonly Solution[]>()
  const orders = groupBy(auction.orders, (entry) => pairOf(auction, entry))
  const quote = (pair: string) => {
    const own = { ...auction, orders: orders.get(pair) ?? [] }
    return routeOrders(own, { max: quotedOfPair })
  }
  return (pairs) => {
    for (const pair of pairs.keys()) {
      if (known.has(pair)) continue
      if (isLate()) return undefined
      known.set(pair, quote(pair))
    }
    return [...pairs.keys()].flatMap((pair) => known.get(pair) ?? [])
  }
}
