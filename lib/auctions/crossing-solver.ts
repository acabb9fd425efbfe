import { type Address, nativeToken } from '@/lib/core/address'
import { type Auction, type AuctionOrder, executableAmount } from './auction'
import { isFair, pairBaselines, pairScores } from './fairness'
import { mergeSolutions } from './merge-solutions'
import { type BatchPrice, clearBatch, groupByPair, type PairBatch } from './pair-batch'
import { routeOrders } from './route-solver'
import { scoreSolution } from './score'
import type { Solution, Solver } from './solution'
import { findFault } from './validate-solution'

const solver = 'crossing'
/** Prices searched between are fractions over 2^96. */
const scaleBits = 96n
/** Halvings of the interval in which the best price lies. */
const refinements = 24
/** Orders of each side whose sizes are matched one to one. */
const matchedOrders = 6
/** Prices of each sort that are tried; of more, evenly spread ones. */
const triedPrices = 24

/**
 * Crosses opposite orders of one pair at a uniform clearing price and takes only what is left over to
 * the pools; orders of other pairs are routed beside it. Proposes nothing where no two orders of a pair
 * can be settled together.
 */
export const crossingSolver: Solver = {
  name: solver,
  solve: async (auction) => {
    const singles = routeOrders(auction)
    const batches = groupByPair(auction).flatMap(
      (batch) => solveBatch(auction, batch, singles) ?? [],
    )
    if (batches.length === 0) return []
    const crossed = new Set(batches.flatMap(({ trades }) => trades.map(({ uid }) => uid)))
    const others = singles.filter(({ trades }) => trades.every(({ uid }) => !crossed.has(uid)))
    const merged = mergeSolutions(auction, [...batches, ...others])
    return (merged ? [merged, ...batches] : batches).map((solution) => ({ ...solution, solver }))
  },
}

type Candidate = { readonly solution: Solution; readonly score: bigint; readonly price: bigint }

/** The best valid settlement of a pair's orders over the clearing prices worth trying. */
function solveBatch(
  auction: Auction,
  batch: PairBatch,
  singles: readonly Solution[],
): Solution | undefined {
  const baselines = pairBaselines(auction, singles)
  const evaluate = (price: BatchPrice): Candidate | undefined => {
    const cleared = clearBatch(auction, batch, price)
    if (!cleared) return undefined
    const solution = { ...cleared, solver }
    if (findFault(auction, solution) !== undefined) return undefined
    if (!isFair(pairScores(auction, solution), baselines)) return undefined
    return { solution, score: scoreSolution(auction, solution), price: toScaled(price) }
  }
  const prices = [...candidatePrices(auction, batch), ...alonePrices(auction, batch, singles)]
  let best: Candidate | undefined
  for (const price of prices) best = better(best, evaluate(price))
  if (!best) return undefined
  const bounds = neighbours(prices.map(toScaled), best.price)
  for (const bound of bounds) best = refine(best, bound, (price) => evaluate(fromScaled(price)))
  return best.solution
}

function better(a: Candidate | undefined, b: Candidate | undefined): Candidate | undefined {
  return !a || (b && b.score > a.score) ? b : a
}

/** Walks from the best price towards `bound` as long as that pays. */
function refine(
  start: Candidate,
  bound: bigint,
  evaluate: (price: bigint) => Candidate | undefined,
): Candidate {
  let best = start
  let end = bound
  for (let step = 0; step < refinements; step += 1) {
    const middle = (best.price + end) / 2n
    if (middle === best.price || middle === end) return best
    const candidate = evaluate(middle)
    if (candidate && candidate.score > best.score) best = candidate
    else end = middle
  }
  return best
}

/**
 * Prices at which something changes: the market's, each order's limit, and those that balance the exact
 * sizes of both sides, in total and order by order.
 */
function candidatePrices(auction: Auction, batch: PairBatch): BatchPrice[] {
  const { asks, bids, base, quote } = batch
  const market = {
    base: auction.prices.get(base) ?? 0n,
    quote: auction.prices.get(quote) ?? 0n,
  }
  const limits = [
    ...asks.map(({ order }) => ({ base: order.buyAmount, quote: order.sellAmount })),
    ...bids.map(({ order }) => ({ base: order.sellAmount, quote: order.buyAmount })),
  ]
  const exactAsks = asks.filter(isExactSell)
  const exactBids = bids.filter(isExactSell)
  const totals = { base: total(exactBids), quote: total(exactAsks) }
  const matches = exactAsks
    .slice(0, matchedOrders)
    .flatMap((ask) =>
      exactBids
        .slice(0, matchedOrders)
        .map((bid) => ({ base: executableAmount(bid), quote: executableAmount(ask) })),
    )
  return [market, ...spread(limits), totals, ...matches].filter(
    (price) => price.base > 0n && price.quote > 0n,
  )
}

/** At most {@link triedPrices} of the prices, from lowest to highest. */
function spread(prices: readonly BatchPrice[]): BatchPrice[] {
  if (prices.length <= triedPrices) return [...prices]
  const sorted = prices
    .filter(({ quote }) => quote > 0n)
    .sort((a, b) => (toScaled(a) < toScaled(b) ? -1 : 1))
  const step = (sorted.length - 1) / (triedPrices - 1)
  return Array.from({ length: triedPrices }, (_, i) => sorted[Math.round(i * step)]).filter(
    (price) => price !== undefined,
  )
}

/** The prices that the pools give orders of the batch alone: between them both sides are better off. */
function alonePrices(
  { wrappedNative }: Auction,
  { base, quote }: PairBatch,
  singles: readonly Solution[],
): BatchPrice[] {
  const prices = singles.flatMap(({ clearingPrices }) => {
    const priceOf = (token: Address) =>
      clearingPrices.get(token) ??
      (token === wrappedNative ? clearingPrices.get(nativeToken) : undefined)
    const pair = { base: priceOf(base), quote: priceOf(quote) }
    return pair.base && pair.quote ? [{ base: pair.base, quote: pair.quote }] : []
  })
  return spread(prices)
}

function isExactSell({ order }: AuctionOrder): boolean {
  return order.kind === 'sell'
}

function total(entries: readonly AuctionOrder[]): bigint {
  return entries.reduce((sum, entry) => sum + executableAmount(entry), 0n)
}

/** The nearest prices on both sides; a tenth away where there is none. */
function neighbours(prices: readonly bigint[], best: bigint): readonly [bigint, bigint] {
  let above: bigint | undefined
  let below: bigint | undefined
  for (const price of prices) {
    if (price > best && (above === undefined || price < above)) above = price
    if (price < best && (below === undefined || price > below)) below = price
  }
  return [above ?? best + best / 10n, below ?? best - best / 10n]
}

function toScaled({ base, quote }: BatchPrice): bigint {
  return (base << scaleBits) / quote
}

function fromScaled(price: bigint): BatchPrice {
  return { base: price, quote: 1n << scaleBits }
}
