import { type Split, solveSplit } from '@/lib/routing/execution/split-trade'
import { type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import { type Dual, restrict } from './dual'
import {
  type EdgeRates,
  edgeRates,
  extendPrices,
  ratesFromSale,
  ratesToPurchase,
} from './initial-prices'

/**
 * Edges of the first active set, several times as many as a route with gas uses, and the factor by which it grows each
 * time it does not suffice: with 4, all failed attempts together have a third of the edges of the one that suffices.
 */
const firstEdges = 250
const growth = 4

/** The edges of a graph, ranked by the spot rate of the best path through each relative to the best rate of all. */
export type EdgeRanking = {
  readonly rates: EdgeRates
  /** Per edge: 1 on the best path and less on others. */
  readonly qualities: Float64Array
  /** The same values in descending order. */
  readonly sorted: Float64Array
  /** Spot price of the given token. */
  readonly startPrice: number
}

/** Ranks the edges of a problem at its initial prices; undefined if there are too few to leave some out. */
export function rankEdges({ graph, prices, given }: Dual): EdgeRanking | undefined {
  if (graph.pools.length <= 2 * firstEdges) return undefined
  const rates = edgeRates(graph)
  const qualities = qualitiesOf(graph, rates)
  const sorted = qualities.toSorted().reverse()
  return { rates, qualities, sorted, startPrice: prices[given] as number }
}

/**
 * Solves a problem with its most promising edges and adds more until the rest could not matter; the prices are those of
 * the whole problem.
 *
 * A trade worsens the best rate. As long as that stays above the spot rate of the best path through an edge, that
 * edge is not used: so a small trade need not look at a large market. See `docs/math/routing-dual.md`, section 5, and
 * active-set methods in Nocedal & Wright, section 16.5.
 */
export function solveActiveSet(
  dual: Dual,
  { rates, qualities, sorted, startPrice }: EdgeRanking,
  tolerance: number,
): Split {
  for (let count = firstEdges; 2 * count < qualities.length; count *= growth) {
    const min = sorted[count] as number
    const edges: number[] = []
    for (let i = 0; i < qualities.length; i += 1) if ((qualities[i] as number) > min) edges.push(i)
    const split = solveSplit(restrict(dual, edges), tolerance)
    adoptPrices(dual, rates, split.dual)
    const price = dual.prices[dual.given] as number
    const kept = dual.amount > 0 ? price / startPrice : startPrice / price
    if (split.flow.legs.length > 0 && kept >= min) return split
  }
  return solveSplit(dual, tolerance)
}

/** Copies to a problem the prices found for some of its edges, and derives those of all other tokens. */
export function adoptPrices(
  dual: Dual,
  rates: EdgeRates,
  { graph, prices, direction, given, held }: Dual,
): void {
  const isTraded = new Uint8Array(graph.tokens.length)
  isTraded[given] = 1
  isTraded[held] = 1
  for (let i = 0; i < direction.length; i += 1) {
    if (direction[i] === 0) continue
    isTraded[graph.first[i] as number] = 1
    isTraded[graph.second[i] as number] = 1
  }
  const numbers = new Map(graph.tokens.map((token, k) => [token, k]))
  const traded = Uint8Array.from(dual.graph.tokens, (token, k) => {
    const number = numbers.get(token)
    if (number === undefined) return 0
    dual.prices[k] = prices[number] as number
    return isTraded[number] as number
  })
  extendPrices(dual, rates, traded)
}

function qualitiesOf(graph: PoolGraph, rates: EdgeRates): Float64Array {
  const { first, second } = graph
  const bought = ratesFromSale(graph, rates)
  const fetched = ratesToPurchase(graph, rates)
  const best = fetched[sellIndex] as number
  const qualities = Float64Array.from(first, (a, i) => {
    const b = second[i] as number
    const forward = (bought[a] as number) * (rates.forward[i] as number) * (fetched[b] as number)
    const backward = (bought[b] as number) * (rates.backward[i] as number) * (fetched[a] as number)
    return Math.max(forward, backward) / best
  })
  // Pools that trade as a whole are left out or kept as a whole.
  for (const { start, count } of graph.joints) {
    const ofPool = qualities.subarray(start, start + count)
    ofPool.fill(ofPool.reduce((max, quality) => Math.max(max, quality), 0))
  }
  return qualities
}
