import { buyIndex, type PoolGraph, pickEdges, sellIndex } from '@/lib/routing/graph/pool-graph'
import { evaluateEdges, type PoolTrades } from '@/lib/routing/graph/trade-pools'

/**
 * The dual of the routing problem, with the point at which it was last evaluated.
 *
 * Each token has a price. Every pool solves its arbitrage problem at these prices; the value is the sum of their gains
 * and the value of what is sold (less that of what is bought). For a sell, with the buy token's price held at 1, this
 * is at least what any route pays; for a buy, with the sell token's price held at 1, its negative is at most what any
 * route takes. At the minimising prices the two are equal, and the pools' trades are the best route: each token flows
 * out of pools as much as it flows in. (Angeris, Evans, Chitra, Boyd: Optimal routing for constant function market
 * makers, 2022; `docs/math/routing-dual.md`, section 2.)
 */
export type Dual = PoolTrades & {
  readonly graph: PoolGraph
  /** Token whose amount is given, and the amount: positive if sold, negative if bought. */
  readonly given: number
  readonly amount: number
  /** The numeraire: its price is held at 1. */
  readonly held: number
  readonly prices: Float64Array
  /** Directions of edges that are left out, as bits; all zero unless cycles are excluded, see `excludeCycles`. */
  readonly blocked: Uint8Array
  /** The dual value at `prices`. */
  value: number
}

/** The side whose amount is given, and the amount in atoms. */
export type GivenAmount = { readonly kind: 'sell' | 'buy'; readonly amount: number }

/** Creates a dual problem at prices of 1. */
export function createDual(graph: PoolGraph, { kind, amount }: GivenAmount): Dual {
  const isSell = kind === 'sell'
  const poolCount = graph.pools.length
  const tokenCount = graph.tokens.length
  return {
    graph,
    given: isSell ? sellIndex : buyIndex,
    amount: isSell ? amount : -amount,
    held: isSell ? buyIndex : sellIndex,
    prices: new Float64Array(tokenCount).fill(1),
    value: 0,
    gradient: new Float64Array(tokenCount),
    direction: new Int8Array(poolCount),
    valueIn: new Float64Array(poolCount),
    valueOut: new Float64Array(poolCount),
    weight: new Float64Array(poolCount),
    turn: new Uint8Array(poolCount),
    blocked: new Uint8Array(poolCount),
    roots: new Float64Array(tokenCount),
  }
}

/** Restricts a problem to some of its edges, at the same prices. */
export function restrict(dual: Dual, edges: readonly number[]): Dual {
  const graph = pickEdges(dual.graph, edges)
  const kind = dual.amount > 0 ? 'sell' : 'buy'
  const restricted = createDual(graph, { kind, amount: Math.abs(dual.amount) })
  const numbers = new Map(dual.graph.tokens.map((token, k) => [token, k]))
  for (const [k, token] of graph.tokens.entries()) {
    restricted.prices[k] = dual.prices[numbers.get(token) ?? k] as number
  }
  // Edges keep their order.
  for (const [i, edge] of edges.toSorted((a, b) => a - b).entries()) {
    restricted.blocked[i] = dual.blocked[edge] as number
  }
  return restricted
}

/** Evaluates the dual and its gradient at `dual.prices`. */
export function evaluate(dual: Dual): void {
  const { graph, prices, gradient, roots } = dual
  for (let k = 0; k < roots.length; k += 1) roots[k] = Math.sqrt(prices[k] as number)
  gradient.fill(0)
  const given = dual.amount * (prices[dual.given] as number)
  gradient[dual.given] = given
  dual.value = given + evaluateEdges(graph, dual)
}
