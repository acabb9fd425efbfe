import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import {
  type PairScores,
  pairBaselines,
  pairOf,
  pairScores,
  unfairPairs,
} from '@/lib/auctions/model/fairness'
import type { Solution, SolutionTrade } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { solveEvenly } from '@/lib/auctions/solvers/batch/solve-batch'
import { ceilDiv, mulDiv } from '@/lib/core/amount'
import { groupBy } from '@/lib/core/group-by'
import { routeOrders } from './baseline-solver'

/** Maximum number of settlements examined, and of those in which all orders may take part; later ones only shrink. */
const maxRounds = 20
const openRounds = 2

/** Returns what the orders of directed pairs get alone; undefined if there is no time to find out. */
export type PairQuotes = (pairs: PairScores) => Solution[] | undefined

/** Orders to settle, the rest of the auction, and the fairness baseline. */
type Contest = {
  readonly rest: Auction
  readonly quotes: PairQuotes
  /** Whether to give up. */
  readonly isLate: () => boolean
}

/**
 * Finds a settlement of some of an auction's orders in which no directed pair gets less than alone: `solution` itself
 * if it is fair (`docs/math/winner-selection.md`, section 1); undefined if none is found in time.
 *
 * Orders of a pair that got less then ask for what they get alone, so they are settled for at least that or not at all;
 * a pair that still gets less, since another or a smaller part of its orders was settled, is excluded. All other orders
 * keep their limits at first, which leaves the most to settle. As that may not terminate, later rounds only include the
 * pairs that were settled last, all asking for what they get alone.
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
      settle(raiseBaselines(market, bids, outcome)) ??
      settle(excludePairs(market, bids, { ...outcome, settled: scores }))
    if (!next) return undefined
    bids = next.bids
    found = next.solution
  }
  return undefined
}

/** Orders with their current limits, and the directed pairs of those that ask for what they get alone. */
type Bids = { readonly orders: readonly AuctionOrder[]; readonly raised: ReadonlySet<string> }

type Outcome = {
  readonly unfair: ReadonlySet<string>
  /** The settled directed pairs, once no others may join. */
  readonly settled: PairScores | undefined
  readonly alone: readonly Solution[]
}

/** The best settlement with these limits. */
function settleBids(auction: Auction, bids: Bids, isLate: () => boolean) {
  const solution = solveEvenly({ ...auction, orders: bids.orders }, { isLate })?.solution
  if (!solution || findViolation(auction, solution)) return undefined
  return { bids, solution }
}

/** Like {@link raiseBaselines}, but excludes the pairs that got less. */
function excludePairs(auction: Auction, bids: Bids, outcome: Outcome): Bids {
  const raised = new Set([...bids.raised, ...outcome.unfair])
  return raiseBaselines(auction, { ...bids, raised }, outcome)
}

function raiseBaselines(
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

/**
 * Maximum number of orders per directed pair routed for the baseline, those that may gain most: each route takes
 * milliseconds.
 */
const quotedOfPair = 12

/** Computes what the orders of an auction's directed pairs get alone, each at most once, until it is late. */
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

/**
 * The same auction with each order's limit tightened to what it gets `alone`: no settlement of it gives an order, and
 * so a directed pair, less.
 */
function tightenLimits(auction: Auction, alone: readonly Solution[]): Auction {
  const single = new Map(alone.flatMap(({ trades }) => trades.map((own) => [own.uid, own])))
  const orders = auction.orders.map((entry) => raiseLimit(entry, single.get(entry.uid)))
  return { ...auction, orders }
}

function raiseLimit(entry: AuctionOrder, trade: SolutionTrade | undefined): AuctionOrder {
  const { order } = entry
  if (!trade || trade.sellAmount <= 0n || trade.buyAmount <= 0n) return entry
  if (order.kind === 'sell') {
    const buyAmount = ceilDiv(trade.buyAmount * order.sellAmount, trade.sellAmount)
    return { ...entry, order: { ...order, buyAmount } }
  }
  const sellAmount = mulDiv(trade.sellAmount, order.buyAmount, trade.buyAmount)
  return { ...entry, order: { ...order, sellAmount } }
}
