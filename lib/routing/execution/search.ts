import { maxUint256 } from '@/lib/core/amount'
import type { Pool } from '@/lib/liquidity/pool'
import type { Hop } from '@/lib/liquidity/swap-pool'
import { createDual, type Dual, evaluate } from '@/lib/routing/dual/dual'
import { boundByHops, certifiedValue } from '@/lib/routing/dual/dual-bound'
import { setInitialPrices } from '@/lib/routing/dual/initial-prices'
import { buildGraph } from '@/lib/routing/graph/pool-graph'
import {
  better,
  type Candidate,
  gasPriceOf,
  type Route,
  type RouteRequest,
  sumHops,
} from '@/lib/routing/route'
import { findPaths } from '@/lib/routing/single-path'
import { executeBuy, executeSell } from './execute-legs'
/** The state of a search: the best route so far, and a bound on all others. */
export type Search = {
  readonly request: RouteRequest
  readonly kind: 'sell' | 'buy'
  readonly amount: bigint
  readonly gasPrice: number
  readonly dual: Dual
  /** Spot price of the given token. */
  readonly startPrice: number
  best: Candidate | undefined
  /** The lowest proven bound after the cost of pools; see {@link certifiedValue}. */
  ceiling: number
}

/** Maximum single paths that are executed in integers: floats may rank two that differ by some atoms the wrong way. */
const triedPaths = 4

/** Starts a search at the spot prices; undefined if no pools connect the tokens. */
export function startSearch(pools: readonly Pool[], request: RouteRequest): Search | undefined {
  const { sellToken, buyToken, gas } = request
  const kind = request.sellAmount === undefined ? 'buy' : 'sell'
  const amount = request.sellAmount ?? request.buyAmount ?? 0n
  if (sellToken === buyToken || amount <= 0n) return undefined
  const gasPrice = gasPriceOf(gas)
  const graph = buildGraph(pools, { sellToken, buyToken, gasPrice })
  const dual = setInitialPrices(createDual(graph, { kind, amount: Number(amount) }))
  if (!dual) return undefined
  const ceiling = Number.POSITIVE_INFINITY
  const startPrice = dual.prices[dual.given] as number
  return { request, kind, amount, gasPrice, dual, startPrice, best: undefined, ceiling }
}

/** Executes the best single paths of at most three pools. */
export function tryPaths(search: Search): void {
  const { dual, kind, amount } = search
  for (const legs of findPaths(dual.graph, { kind, amount: Number(amount) }, triedPaths)) {
    const { hops } =
      kind === 'sell'
        ? executeSell(dual.graph, { legs, sellAmount: amount })
        : executeBuy(dual.graph, { legs, buyAmount: amount })
    consider(search, hops)
  }
}

/** Keeps hops from the sell token to the buy token if they beat the best so far. */
export function consider(search: Search, hops: readonly Hop[] | undefined): void {
  if (!hops) return
  const { kind, request } = search
  const candidate = sumHops(hops, request)
  if (candidate.buyAmount < (request.buyAmount ?? 0n)) return
  search.best = better(search.best, candidate, { kind, gas: request.gas })
}

/**
 * Evaluates the problem at its prices, and lowers the ceiling to the bounds they prove (`docs/math/optimality-bound.md`,
 * sections 2 and 9).
 */
export function updateBound(search: Search): void {
  evaluate(search.dual)
  const { dual, gasPrice } = search
  const values = [certifiedValue(dual)]
  if (gasPrice > 0) {
    const costs = new Float64Array(dual.graph.costs.length)
    const free = certifiedValue({ ...dual, graph: { ...dual.graph, costs } })
    values.push(boundByHops(dual, free))
  }
  for (const value of values) lowerCeiling(search, value)
}

/** Lowers the ceiling to a bound proven by other means. */
export function lowerCeiling(search: Search, value: number): void {
  if (value < search.ceiling) search.ceiling = value
}

/**
 * Returns the maximum distance of the best route so far from the bound, in bps: of the bound for a sell, of the amount
 * sold for a buy. Infinite without a route.
 */
export function gapOf(search: Search): number {
  const { best, kind } = search
  if (!best) return Number.POSITIVE_INFINITY
  const bound = boundOf(search, best)
  return kind === 'sell'
    ? (Number(bound - best.buyAmount) / Number(bound)) * 10_000
    : (Number(best.sellAmount - bound) / Number(best.sellAmount)) * 10_000
}

/** Returns the amount of the best conceivable route at the gas of the found one. */
function boundOf({ kind, ceiling, gasPrice }: Search, { gas }: Candidate): bigint {
  const cost = gasPrice * Number(gas)
  // No prices proved a bound: use the trivial one.
  if (!Number.isFinite(ceiling + cost)) return kind === 'sell' ? maxUint256 : 1n
  if (kind === 'sell') return BigInt(Math.floor(ceiling + cost))
  return BigInt(Math.max(1, Math.ceil(-ceiling - cost)))
}

/** Returns the best route found, with its proof. */
export function foundRoute(search: Search): Route | undefined {
  const { best, request } = search
  if (!best) return undefined
  const { sellToken, buyToken } = request
  const bound = boundOf(search, best)
  const [gapBps, impact] = [gapOf(search), impactOf(search, best)]
  return { sellToken, buyToken, ...best, bound, gapBps, impact }
}

function impactOf({ kind, startPrice }: Search, { sellAmount, buyAmount }: Candidate): number {
  return kind === 'sell'
    ? 1 - Number(buyAmount) / (Number(sellAmount) * startPrice)
    : 1 - (Number(buyAmount) * startPrice) / Number(sellAmount)
}
