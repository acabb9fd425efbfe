import { maxUint256 } from '@/lib/core/amount'
import type { Hop } from '@/lib/liquidity/hop'
import type { Pool } from '@/lib/liquidity/pool'
import { better, type Candidate, gasPriceOf, sumHops } from '@/lib/routing/candidate'
import { createDual, type Dual, evaluate } from '@/lib/routing/dual/dual'
import { certifiedValue } from '@/lib/routing/dual/dual-bound'
import { boundByHops } from '@/lib/routing/dual/hop-bound'
import { setStartPrices } from '@/lib/routing/dual/initial-prices'
import { buildGraph } from '@/lib/routing/graph/pool-graph'
import type { Route, RouteRequest } from '@/lib/routing/route'
import { findPaths } from '@/lib/routing/single-path'
import { executeBuy, executeSell } from './execute-legs'

/** A search for a route, with the best one so far and what is proven of all others. */
export type Search = {
  readonly request: RouteRequest
  readonly kind: 'sell' | 'buy'
  readonly amount: bigint
  readonly gasPrice: number
  readonly dual: Dual
  /** Price of the given token at which nothing is traded yet. */
  readonly startPrice: number
  best: Candidate | undefined
  /** The least of what no route betters after the cost of its pools; see {@link certifiedValue}. */
  ceiling: number
}

/** Single paths that are carried out in integers. */
const triedPaths = 4

/** A search at the prices at which nothing is traded yet; undefined where no pools connect the tokens. */
export function startSearch(pools: readonly Pool[], request: RouteRequest): Search | undefined {
  const { sellToken, buyToken, gas } = request
  const kind = request.sellAmount === undefined ? 'buy' : 'sell'
  const amount = request.sellAmount ?? request.buyAmount ?? 0n
  if (sellToken === buyToken || amount <= 0n) return undefined
  const gasPrice = gasPriceOf(gas)
  const graph = buildGraph(pools, { sellToken, buyToken, gasPrice })
  const dual = setStartPrices(createDual(graph, { kind, amount: Number(amount) }))
  if (!dual) return undefined
  const ceiling = Number.POSITIVE_INFINITY
  const startPrice = dual.prices[dual.given] as number
  return { request, kind, amount, gasPrice, dual, startPrice, best: undefined, ceiling }
}

/** Carries out the best single paths of three pools at most. */
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

/** Keeps hops that lead from the one token to the other, where they are better than those before. */
export function consider(search: Search, hops: readonly Hop[] | undefined): void {
  if (!hops) return
  const { kind, request } = search
  const candidate = sumHops(hops, request)
  if (candidate.buyAmount < (request.buyAmount ?? 0n)) return
  search.best = better(search.best, candidate, { kind, gas: request.gas })
}

/** Evaluates the problem at its prices, and lowers the ceiling to what they prove. */
export function noteBound(search: Search): void {
  evaluate(search.dual)
  const { dual, gasPrice } = search
  const values = [certifiedValue(dual)]
  if (gasPrice > 0) {
    const costs = new Float64Array(dual.graph.costs.length)
    const free = certifiedValue({ ...dual, graph: { ...dual.graph, costs } })
    values.push(boundByHops(dual, free))
  }
  for (const value of values) noteCeiling(search, value)
}

/** Lowers the ceiling to what was proven otherwise. */
export function noteCeiling(search: Search, value: number): void {
  if (value < search.ceiling) search.ceiling = value
}

/** How far the best route so far is from the bound, in hundredths of a percent; infinite without one. */
export function gapOf(search: Search): number {
  const { best, kind } = search
  if (!best) return Number.POSITIVE_INFINITY
  const bound = boundOf(search, best)
  return kind === 'sell'
    ? (Number(bound - best.buyAmount) / Number(bound)) * 10_000
    : (Number(best.sellAmount - bound) / Number(best.sellAmount)) * 10_000
}

/** What the best route that is conceivable comes to at the gas of the found one. */
function boundOf({ kind, ceiling, gasPrice }: Search, { gas }: Candidate): bigint {
  const cost = gasPrice * Number(gas)
  // No prices proved anything: then all that can be is the bound.
  if (!Number.isFinite(ceiling + cost)) return kind === 'sell' ? maxUint256 : 1n
  if (kind === 'sell') return BigInt(Math.floor(ceiling + cost))
  return BigInt(Math.max(1, Math.ceil(-ceiling - cost)))
}

/** The best route that was found, with its proof. */
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
