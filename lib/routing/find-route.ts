import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import {
  adoptPrices,
  type EdgeRanking,
  rankEdges,
  solveActiveSet,
} from '@/lib/routing/dual/active-set'
import { evaluate, restrict } from '@/lib/routing/dual/dual'
import { edgeRates, pricesOf, setPriorPrices } from '@/lib/routing/dual/initial-prices'
import { boundByPaths } from '@/lib/routing/dual/path-bound'
import { pruneEdges } from '@/lib/routing/dual/prune-edges'
import { excludeCycles, hasCycles } from '@/lib/routing/execution/exclude-cycles'
import {
  consider,
  foundRoute,
  gapOf,
  lowerCeiling,
  type Search,
  startSearch,
  tryPaths,
  updateBound,
} from '@/lib/routing/execution/search'
import { executeSplit, type Split, solveSplit } from '@/lib/routing/execution/split-trade'
import { createLabelBudget } from '@/lib/routing/graph/simple-paths'
import type { Route, RouteRequest } from './route'

/**
 * Gap in bps at which a route counts as optimal and the search ends: 0.001 % of the amount, less than the price moves
 * between two blocks. A smaller one costs further solutions.
 */
const targetGapBps = 0.1

/**
 * Tolerances of successive solutions, relative to the traded value, until the gap is small enough. The first is a
 * thirtieth of the target gap and suffices where rounding costs little; the last is what floats still resolve.
 */
const tolerances = [3e-7, 1e-9, 1e-13] as const

/**
 * Finds the route that pays most for `sellAmount`, or takes least for `buyAmount`, split over as many pools and paths
 * as pay off. With `gas` it counts the amount after gas costs, over 40 pools at most. Undefined if no path can fill the
 * amount. Method: `docs/math/routing-dual.md`; proof of the bound: `docs/math/optimality-bound.md`.
 *
 * Plain data in and out; the only state is derived once per pool object. The route is proven within 0.1 bp of the
 * optimum, or is at least as good as the best single path of three pools. A route for a buy amount pays that amount or
 * a few atoms more, because its hops execute with exact input. Never throws: see {@link
 * routeAfterFailure}.
 */
export function findRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  try {
    return searchRoute(pools, request)
  } catch (error) {
    return routeAfterFailure(error, pools, request)
  }
}

/** Like {@link findRoute}, but throws if the search for a split fails, which no pools of a real chain cause. */
export function searchRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const search = startSearch(pools, request)
  if (!search) return undefined
  const ranking = rankEdges(search.dual)
  if (request.prices) setPriorPrices(search.dual, request.prices)
  updateBound(search)
  const hasGas = search.gasPrice > 0
  const isCyclic = hasGas ? searchWithGas(search, ranking) : searchWithoutGas(search, ranking)
  if (hasGas || !(gapOf(search) <= targetGapBps)) tryPaths(search)
  boundOverPaths(search, isCyclic)
  const route = foundRoute(search)
  return route && { ...route, prices: pricesOf(search.dual) }
}

/** Tries solutions of the whole problem. Returns whether they trade in cycles. */
function searchWithoutGas(search: Search, ranking: EdgeRanking | undefined): boolean {
  const whole = solveFirst(search, ranking)
  const isCyclic = hasCycles(whole)
  for (const [i, tolerance] of tolerances.entries()) {
    const split = i === 0 ? whole : solveSplit(search.dual, tolerance)
    updateBound(search)
    trySplit(search, split)
    if (gapOf(search) <= targetGapBps) return isCyclic
    if (split.flow.legs.length === 0) break
  }
  tryPairs(search)
  return isCyclic
}

/** Uses one pair of each pool only: better where the solution for several pairs cannot be executed as solved. */
function tryPairs(search: Search): void {
  const { dual } = search
  if (dual.graph.joints.length === 0) return
  const edges = [...dual.graph.pools.keys()]
  const graph = { ...dual.graph, joints: [] }
  const split = solveSplit(restrict({ ...dual, graph }, edges), tolerances[0])
  trySplit(search, search.gasPrice > 0 ? pruneEdges(split) : split)
}

/** Tries the solution of the whole problem without pools that do not pay for their gas; whether it has cycles. */
function searchWithGas(search: Search, ranking: EdgeRanking | undefined): boolean {
  const whole = solveFirst(search, ranking)
  const isCyclic = hasCycles(whole)
  updateBound(search)
  trySplit(search, pruneEdges(whole))
  if (!search.best) tryPairs(search)
  return isCyclic
}

/** Bounds the route over simple paths if the dual leaves a gap, and improves it if cycles gain. */
function boundOverPaths(search: Search, isCyclic: boolean): void {
  if (gapOf(search) <= targetGapBps) return
  evaluate(search.dual)
  const budget = createLabelBudget(search.dual.graph.tokens.length)
  lowerCeiling(search, boundByPaths(search.dual, budget)?.value ?? Number.POSITIVE_INFINITY)
  if (isCyclic && gapOf(search) > targetGapBps) excludeCycles(search, targetGapBps, budget)
}

function solveFirst({ dual }: Search, ranking: EdgeRanking | undefined): Split {
  const [tolerance] = tolerances
  return ranking ? solveActiveSet(dual, ranking, tolerance) : solveSplit(dual, tolerance)
}

function trySplit(search: Search, split: Split): void {
  const { dual, hops } = executeSplit(split, search.amount)
  consider(search, hops)
  if (dual === split.dual) return
  adoptPrices(search.dual, edgeRates(search.dual.graph), dual)
  updateBound(search)
}

/**
 * Finds the best route through at most three pools in sequence, in a fraction of the time of `findRoute`. Its bound
 * holds for splits too, but comes from the spot prices, so the gap includes the price impact of the trade.
 * Undefined if no such path can fill the amount.
 */
export function findPath(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const search = startSearch(pools, request)
  if (!search) return undefined
  updateBound(search)
  tryPaths(search)
  return foundRoute(search)
}

let hasWarned = false

/**
 * Returns the best single path after the search for a split has failed; if that fails too, the best through the pools
 * whose own search succeeds. Undefined if there is none. Emits one warning per process, with the first failure.
 */
function routeAfterFailure(
  failure: unknown,
  pools: readonly Pool[],
  request: RouteRequest,
): Route | undefined {
  if (!hasWarned) process.emitWarning(failure instanceof Error ? failure : String(failure))
  hasWarned = true
  const path = attempt(() => findPath(pools, request))
  if (path) return path.value
  const sound = pools.filter((pool) => attempt(() => probePool(pool, request)))
  return attempt(() => findPath(sound, request))?.value
}

/** Routes through one pool alone, in all directions; throws if that fails. */
function probePool(pool: Pool, request: RouteRequest): void {
  const sellAmount = request.sellAmount ?? request.buyAmount ?? 0n
  for (const sellToken of tokensOf(pool)) {
    for (const buyToken of tokensOf(pool)) findPath([pool], { sellToken, buyToken, sellAmount })
  }
}

function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() }
  } catch {
    return undefined
  }
}
