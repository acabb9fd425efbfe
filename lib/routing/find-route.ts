import type { Pool } from '@/lib/liquidity/pool'
import { measureEdges, type Narrowing, solveActiveSet, takePrices } from './dual/active-set'
import { evaluate, restrict } from './dual/dual'
import { edgeRates, pricesOf, setKnownPrices } from './dual/initial-prices'
import { boundByPaths } from './dual/path-bound'
import { pruneEdges } from './dual/prune-edges'
import { hasCycles, leaveCyclesOut } from './execution/leave-cycles-out'
import {
  consider,
  foundRoute,
  gapOf,
  noteBound,
  noteCeiling,
  type Search,
  startSearch,
  tryPaths,
} from './execution/search'
import { carryOutSplit, type Split, solveSplit } from './execution/split-trade'
import { createLabelBudget } from './graph/simple-paths'
import type { Route, RouteRequest } from './route'
import { routeAfterFailure } from './route-after-failure'

/** A gap at which a route counts as the best one: a tenth of a hundredth of a percent. */
const enoughBps = 0.1

/** Accuracies of the solutions, as parts of the value that is traded, until the gap is small enough. */
const tolerances = [3e-7, 1e-9, 1e-13] as const

/**
 * The route that pays most for `sellAmount`, or takes least for `buyAmount`, split over as many pools and paths as
 * that is worth; with `gas`, after the cost of it and over 40 pools at most. Undefined when no path can give the amount.
 *
 * Plain data in and out, no state but what is derived once per pool object: usable by anyone who has pools. What it
 * returns is proven to be within a tenth of a basis point of the best, or is at least as good as the best single path
 * of three pools. A route for a buy amount gives that amount or a few atoms more, because its hops are carried out with
 * exact input. It never throws, whatever the amounts: see {@link routeAfterFailure}.
 */
export function findRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  try {
    return searchRoute(pools, request)
  } catch (error) {
    return routeAfterFailure(error, pools, request)
  }
}

/** The same as {@link findRoute}, which throws where the search for a split fails: by no pools that a chain may hold. */
export function searchRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const search = startSearch(pools, request)
  if (!search) return undefined
  const narrowing = measureEdges(search.dual)
  if (request.prices) setKnownPrices(search.dual, request.prices)
  noteBound(search)
  const hasGas = search.gasPrice > 0
  const isCircling = hasGas ? searchWithGas(search, narrowing) : searchWithoutGas(search, narrowing)
  if (hasGas || !(gapOf(search) <= enoughBps)) tryPaths(search)
  boundOverPaths(search, isCircling)
  const route = foundRoute(search)
  return route && { ...route, prices: pricesOf(search.dual) }
}

/** Tries solutions of the whole problem; whether they trade in cycles. */
function searchWithoutGas(search: Search, narrowing: Narrowing | undefined): boolean {
  const whole = solveFirst(search, narrowing)
  const isCircling = hasCycles(whole)
  for (const [i, tolerance] of tolerances.entries()) {
    const split = i === 0 ? whole : solveSplit(search.dual, tolerance)
    noteBound(search)
    trySplit(search, split)
    if (gapOf(search) <= enoughBps) return isCircling
    if (split.flow.legs.length === 0) break
  }
  tryPairs(search)
  return isCircling
}

/** Uses each pool at one pair only: where several cannot be carried out as they were solved, that may be better. */
function tryPairs(search: Search): void {
  const { dual } = search
  if (dual.graph.joints.length === 0) return
  const edges = [...dual.graph.pools.keys()]
  const graph = { ...dual.graph, joints: [] }
  const split = solveSplit(restrict({ ...dual, graph }, edges), tolerances[0])
  trySplit(search, search.gasPrice > 0 ? pruneEdges(split) : split)
}

/** Tries the solution of the whole problem with what pays for its gas; whether it trades in cycles. */
function searchWithGas(search: Search, narrowing: Narrowing | undefined): boolean {
  const whole = solveFirst(search, narrowing)
  const isCircling = hasCycles(whole)
  noteBound(search)
  trySplit(search, pruneEdges(whole))
  if (!search.best) tryPairs(search)
  return isCircling
}

/** Where the dual leaves a gap, bounds the route over simple paths; where cycles gain, improves it too. */
function boundOverPaths(search: Search, isCircling: boolean): void {
  if (gapOf(search) <= enoughBps) return
  evaluate(search.dual)
  const budget = createLabelBudget(search.dual.graph.tokens.length)
  noteCeiling(search, boundByPaths(search.dual, budget)?.value ?? Number.POSITIVE_INFINITY)
  if (isCircling && gapOf(search) > enoughBps) leaveCyclesOut(search, enoughBps, budget)
}

function solveFirst({ dual }: Search, narrowing: Narrowing | undefined): Split {
  const [tolerance] = tolerances
  return narrowing ? solveActiveSet(dual, narrowing, tolerance) : solveSplit(dual, tolerance)
}

function trySplit(search: Search, split: Split): void {
  const { dual, hops } = carryOutSplit(split, search.amount)
  consider(search, hops)
  if (dual === split.dual) return
  takePrices(search.dual, edgeRates(search.dual.graph), dual)
  noteBound(search)
}
