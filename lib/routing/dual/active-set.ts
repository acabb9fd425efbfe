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

/** Edges that are solved with at first, and how many times more each time they do not suffice. */
const firstEdges = 250
const growth = 4

/**
 * The edges of a graph by what the best way through them keeps of the best rate of all, before anything is traded.
 */
export type Narrowing = {
  readonly rates: EdgeRates
  /** For each edge, 1 on the best way and less on others. */
  readonly qualities: Float64Array
  /** The same numbers, the largest first. */
  readonly sorted: Float64Array
  /** Price of the given token at which nothing is traded yet. */
  readonly startPrice: number
}

/** Measures the edges of a problem that is at its start prices; undefined where they are too few to leave some out. */
export function measureEdges({ graph, prices, given }: Dual): Narrowing | undefined {
  if (graph.pools.length <= 2 * firstEdges) return undefined
  const rates = edgeRates(graph)
  const qualities = qualitiesOf(graph, rates)
  const sorted = qualities.toSorted().reverse()
  return { rates, qualities, sorted, startPrice: prices[given] as number }
}

/**
 * Solves a problem with its most promising edges only, with more of them until those left out could not matter; the
 * prices are those of the whole problem.
 *
 * What is traded moves the best rate. As long as it stays above what the best way through an edge gave before the
 * trade, that edge is not used: so a small trade need not look at a large market.
 */
export function solveActiveSet(
  dual: Dual,
  { rates, qualities, sorted, startPrice }: Narrowing,
  tolerance: number,
): Split {
  for (let count = firstEdges; 2 * count < qualities.length; count *= growth) {
    const min = sorted[count] as number
    const edges: number[] = []
    for (let i = 0; i < qualities.length; i += 1) if ((qualities[i] as number) > min) edges.push(i)
    const split = solveSplit(restrict(dual, edges), tolerance)
    takePrices(dual, rates, split.dual)
    const price = dual.prices[dual.given] as number
    const kept = dual.amount > 0 ? price / startPrice : startPrice / price
    if (split.flow.legs.length > 0 && kept >= min) return split
  }
  return solveSplit(dual, tolerance)
}

/** Gives a problem the prices that were found for some of its edges, and those of all other tokens beside them. */
export function takePrices(
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
    const there = (bought[a] as number) * (rates.forward[i] as number) * (fetched[b] as number)
    const back = (bought[b] as number) * (rates.backward[i] as number) * (fetched[a] as number)
    return Math.max(there, back) / best
  })
  // Pools that are traded with as a whole are left out or kept as a whole.
  for (const { start, count } of graph.joints) {
    const ofPool = qualities.subarray(start, start + count)
    ofPool.fill(ofPool.reduce((max, quality) => Math.max(max, quality), 0))
  }
  return qualities
}
