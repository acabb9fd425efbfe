import type { Address } from '@/lib/core/address'
import { curveRate } from '@/lib/routing/graph/pool-curve'
import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import { type Dual, restrict } from './dual'

/**
 * Rounds of relaxation (Bellman 1958); each carries rates over at least one more pool. What a longer path
 * would change is left to the minimisation.
 */
const maxRounds = 16

/**
 * The same where rates never converge, because pools leave arbitrage: each round multiplies them by the gain of a cycle,
 * so that few rounds stay nearer the market.
 */
const fewRounds = 3

/** Rates beyond this, or below its inverse, are of no use: no amount in atoms is as large. */
const maxRate = 1e80

/** Spot rates of each edge: atoms of its second token per atom of its first, and the other way round. */
export type EdgeRates = { readonly forward: Float64Array; readonly backward: Float64Array }

/** Returns the spot rates of a graph's edges. */
export function edgeRates({ curves }: PoolGraph): EdgeRates {
  return {
    forward: Float64Array.from(curves, (curve) => curveRate(curve, 1)),
    backward: Float64Array.from(curves, (curve) => curveRate(curve, -1)),
  }
}

/**
 * Sets the spot prices: each token's best price in the buy token when it is sold, or in the sell token when it is
 * bought. Returns the problem without the edges of unreachable tokens, undefined if the ends are not connected.
 */
export function setInitialPrices(dual: Dual): Dual | undefined {
  const { graph, prices, held, given } = dual
  const edges = edgeRates(graph)
  const rates = held === buyIndex ? ratesToPurchase(graph, edges) : ratesFromSale(graph, edges)
  if (!((rates[given] as number) > 0)) return undefined
  for (let k = 0; k < prices.length; k += 1) prices[k] = priceAt(dual, rates[k] as number)
  prices[held] = 1
  const { first, second } = graph
  const numbers = [...graph.pools.keys()]
  const reached = numbers.filter((i) => rates[first[i] as number] && rates[second[i] as number])
  return reached.length === numbers.length ? dual : restrict(dual, reached)
}

/** Derives the prices of tokens that are not `traded` from the others: the best that an atom fetches or takes. */
export function extendPrices(dual: Dual, edges: EdgeRates, traded: Uint8Array): void {
  const { graph, prices } = dual
  const known = Float64Array.from(prices, (price, k) => (traded[k] ? priceAt(dual, price) : 0))
  const rates = relaxRates(graph, { known, ...factors(dual.held, edges) })
  for (let k = 0; k < prices.length; k += 1) {
    const rate = rates[k] as number
    if (!traded[k] && rate > 0) prices[k] = priceAt(dual, rate)
  }
}

/**
 * A price from an earlier search that is further than this factor from the initial one is of another market. Newton
 * steps change a price by 2.5 at most, so from further away the spot price is the nearer start.
 */
const maxDrift = 100

/** Sets the prices of an earlier search, and derives those of all other tokens. */
export function setPriorPrices(dual: Dual, known: ReadonlyMap<Address, number>): void {
  const { graph, prices, held, given } = dual
  const unit = known.get(graph.tokens[held] as Address) ?? 0
  const found = graph.tokens.map((token) => (known.get(token) ?? 0) / unit)
  const traded = Uint8Array.from(found, (price, k) => {
    const drift = price / (prices[k] as number)
    return drift > 1 / maxDrift && drift < maxDrift ? 1 : 0
  })
  if (!traded[given] || !traded[held]) return
  for (const [k, price] of found.entries()) if (traded[k]) prices[k] = price
  extendPrices(dual, edgeRates(graph), traded)
}

/** Returns the prices of a problem by token. */
export function pricesOf({ graph, prices }: Dual): ReadonlyMap<Address, number> {
  return new Map(graph.tokens.map((token, k) => [token, prices[k] as number]))
}

/** Converts a rate to the buy token, or from the sell token, to a price; or a price to such a rate. */
function priceAt({ held }: Dual, rate: number): number {
  return held === buyIndex ? rate : 1 / rate
}

/** Returns the atoms of each token per atom of the sell token; zero if unreachable. */
export function ratesFromSale({ tokens, ...graph }: PoolGraph, edges: EdgeRates): Float64Array {
  return relaxRates(graph, { known: only(sellIndex, tokens.length), ...factors(sellIndex, edges) })
}

/** Returns the atoms of the buy token per atom of each token; zero if unreachable. */
export function ratesToPurchase({ tokens, ...graph }: PoolGraph, edges: EdgeRates): Float64Array {
  return relaxRates(graph, { known: only(buyIndex, tokens.length), ...factors(buyIndex, edges) })
}

function only(token: number, count: number): Float64Array {
  const known = new Float64Array(count)
  known[token] = 1
  return known
}

/** Returns the factors of a rate that crosses an edge to its second token, or to its first. */
function factors(start: number, { forward, backward }: EdgeRates) {
  return start === sellIndex
    ? { ofSecond: forward, ofFirst: backward }
    : { ofSecond: backward, ofFirst: forward }
}

type Relaxation = {
  /** Fixed rates; zero for those to find. */
  readonly known: Float64Array
  readonly ofSecond: Float64Array
  readonly ofFirst: Float64Array
}

/** A rate has to rise by this fraction to count, so that rounding along a cycle does not go on forever. */
const minRise = 1e-12

/** Relaxes rates over the edges, to the best one of each token. */
function relaxRates(
  { first, second }: Pick<PoolGraph, 'first' | 'second'>,
  { known, ofSecond, ofFirst }: Relaxation,
): Float64Array {
  const best = new Float64Array(known.length)
  const raise = (token: number, rate: number) => {
    if (known[token] || !(rate > (best[token] as number) * (1 + minRise))) return false
    if (rate > maxRate || rate < 1 / maxRate) return false
    best[token] = rate
    return true
  }
  const relax = (max: number) => {
    best.set(known)
    let isChanged = true
    for (let round = 0; isChanged && round < max; round += 1) {
      isChanged = false
      for (let i = 0; i < first.length; i += 1) {
        const a = first[i] as number
        const b = second[i] as number
        isChanged = raise(a, (best[b] as number) * (ofFirst[i] as number)) || isChanged
        isChanged = raise(b, (best[a] as number) * (ofSecond[i] as number)) || isChanged
      }
    }
    return !isChanged
  }
  if (!relax(maxRounds)) relax(fewRounds)
  return best
}
