import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'
import type { Pool } from '@/lib/liquidity/pool'
import { better, type Candidate, type GasCost, gasPriceOf, sumHops } from './candidate'
import { carryOutPurchase, carryOutSale } from './carry-out'
import { certifiedValue } from './certify'
import { createDual, type Dual, evaluate } from './dual'
import { boundByHops } from './hop-bound'
import { measureEdges, type Narrowing, solveNarrow, takePrices } from './narrow'
import { buildGraph } from './pool-graph'
import type { Route } from './route'
import { findPaths } from './single-path'
import { carryOutSplit, type Split, solveSplit } from './split-trade'
import { edgeRates, pricesOf, setKnownPrices, setStartPrices } from './start-prices'
import { thinOut } from './thin-out'

/** What to find a route for; exactly one of the two amounts is given, in atoms. */
export type RouteRequest = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly gas?: GasCost | undefined
  /**
   * Prices to begin with, as an earlier route of these tokens came with: a trade of like size in pools that have
   * changed little is found in fewer steps. Whatever they are, the route and its bound are as good.
   */
  readonly prices?: ReadonlyMap<Address, number> | undefined
} & (
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }
)

/** A gap at which a route counts as the best one: a tenth of a hundredth of a percent. */
const enoughBps = 0.1

/** Accuracies of the solutions, as parts of the value that is traded, until the gap is small enough. */
const tolerances = [3e-7, 1e-9, 1e-13] as const

/** Single paths that are carried out in integers beside the split. */
const triedPaths = 4

/**
 * The route that pays most for `sellAmount`, or takes least for `buyAmount`, split over as many pools and paths as
 * that is worth; with `gas`, after the cost of it and over 40 pools at most. Undefined when no path can give the amount.
 *
 * Plain data in and out, no state but what is derived once per pool object: usable by anyone who has pools. It
 * never throws, whatever the amounts. What it returns is proven to be within a tenth of a basis point of the best,
 * or is at least as good as the best single path of three pools. A route for a buy amount gives that amount or a few atoms more, because its hops are carried out with
 * exact input.
 */
export function findRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const search = startSearch(pools, request)
  if (!search) return undefined
  noteBound(search)
  if (search.hasGas) searchWithGas(search)
  else searchWithoutGas(search)
  if (search.hasGas || !(gapOf(search) <= enoughBps)) tryPaths(search)
  return toRoute(search)
}

type Search = {
  readonly request: RouteRequest
  readonly kind: 'sell' | 'buy'
  readonly amount: bigint
  readonly gasPrice: number
  readonly hasGas: boolean
  readonly dual: Dual
  readonly narrowing: Narrowing | undefined
  best: Candidate | undefined
  /** The least of what no route betters after the cost of its pools; see {@link certifiedValue}. */
  ceiling: number
}

function startSearch(pools: readonly Pool[], request: RouteRequest): Search | undefined {
  const { sellToken, buyToken, gas } = request
  const kind = request.sellAmount === undefined ? 'buy' : 'sell'
  const amount = request.sellAmount ?? request.buyAmount ?? 0n
  if (sellToken === buyToken || amount <= 0n) return undefined
  const gasPrice = gasPriceOf(gas)
  const graph = buildGraph(pools, { sellToken, buyToken, gasPrice })
  const dual = setStartPrices(createDual(graph, { kind, amount: Number(amount) }))
  if (!dual) return undefined
  const ceiling = Number.POSITIVE_INFINITY
  const hasGas = gasPrice > 0
  const narrowing = measureEdges(dual)
  if (request.prices) setKnownPrices(dual, request.prices)
  return { request, kind, amount, gasPrice, hasGas, dual, narrowing, best: undefined, ceiling }
}

function searchWithoutGas(search: Search): void {
  for (const [i, tolerance] of tolerances.entries()) {
    const split = i === 0 ? solveFirst(search) : solveSplit(search.dual, tolerance)
    noteBound(search)
    trySplit(search, split)
    if (split.flow.legs.length === 0 || gapOf(search) <= enoughBps) return
  }
}

function searchWithGas(search: Search): void {
  const whole = solveFirst(search)
  noteBound(search)
  trySplit(search, thinOut(whole))
}

function solveFirst({ dual, narrowing }: Search): Split {
  const [tolerance] = tolerances
  return narrowing ? solveNarrow(dual, narrowing, tolerance) : solveSplit(dual, tolerance)
}

function trySplit(search: Search, split: Split): void {
  const { dual, hops } = carryOutSplit(split, search.amount)
  consider(search, hops)
  if (dual === split.dual) return
  takePrices(search.dual, edgeRates(search.dual.graph), dual)
  noteBound(search)
}

function tryPaths(search: Search): void {
  const { dual, kind, amount } = search
  for (const legs of findPaths(dual.graph, { kind, amount: Number(amount) }, triedPaths)) {
    const { hops } =
      kind === 'sell'
        ? carryOutSale(dual.graph, { legs, sellAmount: amount })
        : carryOutPurchase(dual.graph, { legs, buyAmount: amount })
    consider(search, hops)
  }
}

function consider(search: Search, hops: readonly Hop[] | undefined): void {
  if (!hops) return
  const { kind, request } = search
  const candidate = sumHops(hops, request)
  search.best = better(search.best, candidate, { kind, gas: request.gas })
}

function noteBound(search: Search): void {
  evaluate(search.dual)
  const { dual, hasGas } = search
  const values = [search.ceiling, certifiedValue(dual)]
  if (hasGas) {
    const costs = new Float64Array(dual.graph.costs.length)
    const free = certifiedValue({ ...dual, graph: { ...dual.graph, costs } })
    values.push(boundByHops(dual, free))
  }
  search.ceiling = Math.min(...values.filter((value) => !Number.isNaN(value)))
}

/** What the best route that is conceivable comes to at the gas of the found one. */
function boundOf({ kind, ceiling, gasPrice }: Search, { gas }: Candidate): bigint {
  const cost = gasPrice * Number(gas)
  if (kind === 'sell') return BigInt(Math.floor(ceiling + cost))
  return BigInt(Math.max(1, Math.ceil(-ceiling - cost)))
}

function gapOf(search: Search): number {
  const { best, kind } = search
  if (!best) return Number.POSITIVE_INFINITY
  const bound = boundOf(search, best)
  return kind === 'sell'
    ? (Number(bound - best.buyAmount) / Number(bound)) * 10_000
    : (Number(best.sellAmount - bound) / Number(best.sellAmount)) * 10_000
}

function toRoute(search: Search): Route | undefined {
  const { best, request } = search
  if (!best) return undefined
  const { sellToken, buyToken } = request
  const proof = { bound: boundOf(search, best), gapBps: gapOf(search) }
  return { sellToken, buyToken, ...best, ...proof, prices: pricesOf(search.dual) }
}
