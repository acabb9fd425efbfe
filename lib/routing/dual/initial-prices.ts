import type { Address } from '@/lib/core/address'
import { curveRate } from '@/lib/routing/graph/pool-curve'
import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import { type Dual, restrict } from './dual'

/** Rounds in which rates are carried on; each takes them over one pool at least. */
const maxRounds = 16

/** The same where rates never come to rest, because pools leave arbitrage. */
const fewRounds = 3

/** Rates beyond this, or below its inverse, are of no use: no amount in atoms is as large. */
const maxRate = 1e80

/** What an atom of each edge's first token gives of its second, and the other way round, in a trade of next to nothing. */
export type EdgeRates = { readonly forward: Float64Array; readonly backward: Float64Array }

/** The rates of a graph's edges. */
export function edgeRates({ curves }: PoolGraph): EdgeRates {
  return {
    forward: Float64Array.from(curves, (curve) => curveRate(curve, 1)),
    backward: Float64Array.from(curves, (curve) => curveRate(curve, -1)),
  }
}

/**
 * Sets the prices at which nothing is worth trading yet: each token's best price in the buy token when an
 * infinitely small amount is sold, or in the sell token when it is bought. Returns the problem without the edges of
 * tokens that no way leads to, undefined when the ends are not connected.
 */
export function setStartPrices(dual: Dual): Dual | undefined {
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

/**
 * Sets the prices of tokens that are not `traded` to what they are worth beside those that are: the most that an
 * atom fetches, or for a purchase the least that it takes.
 */
export function extendPrices(dual: Dual, edges: EdgeRates, traded: Uint8Array): void {
  const { graph, prices } = dual
  const known = Float64Array.from(prices, (price, k) => (traded[k] ? priceAt(dual, price) : 0))
  const rates = carryRates(graph, { known, ...wayOf(dual.held, edges) })
  for (let k = 0; k < prices.length; k += 1) {
    const rate = rates[k] as number
    if (!traded[k] && rate > 0) prices[k] = priceAt(dual, rate)
  }
}

/** A price from before that is further than this factor from the start price is of another market. */
const maxDrift = 100

/** Sets prices that are known from before, and those of all other tokens beside them. */
export function setKnownPrices(dual: Dual, known: ReadonlyMap<Address, number>): void {
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

/** The prices of a problem by token. */
export function pricesOf({ graph, prices }: Dual): ReadonlyMap<Address, number> {
  return new Map(graph.tokens.map((token, k) => [token, prices[k] as number]))
}

/** A price for a rate to the buy token or from the sell token, or such a rate for a price. */
function priceAt({ held }: Dual, rate: number): number {
  return held === buyIndex ? rate : 1 / rate
}

/** What an atom of the sell token gives of each token; zero where no way leads. */
export function ratesFromSale({ tokens, ...graph }: PoolGraph, edges: EdgeRates): Float64Array {
  return carryRates(graph, { known: only(sellIndex, tokens.length), ...wayOf(sellIndex, edges) })
}

/** What an atom of each token gives of the buy token; zero where no way leads. */
export function ratesToPurchase({ tokens, ...graph }: PoolGraph, edges: EdgeRates): Float64Array {
  return carryRates(graph, { known: only(buyIndex, tokens.length), ...wayOf(buyIndex, edges) })
}

function only(token: number, count: number): Float64Array {
  const known = new Float64Array(count)
  known[token] = 1
  return known
}

/** What a rate is multiplied by on its way over an edge to its second token, or to its first. */
function wayOf(start: number, { forward, backward }: EdgeRates) {
  return start === sellIndex
    ? { ofSecond: forward, ofFirst: backward }
    : { ofSecond: backward, ofFirst: forward }
}

type Carrying = {
  /** Rates that stand; zero for those that are looked for. */
  readonly known: Float64Array
  readonly ofSecond: Float64Array
  readonly ofFirst: Float64Array
}

/** Carries rates over the edges, the best one to each token. */
function carryRates(
  { first, second }: Pick<PoolGraph, 'first' | 'second'>,
  { known, ofSecond, ofFirst }: Carrying,
): Float64Array {
  const best = new Float64Array(known.length)
  const raise = (token: number, rate: number) => {
    if (known[token] || !(rate > (best[token] as number) * (1 + 1e-12))) return false
    if (rate > maxRate || rate < 1 / maxRate) return false
    best[token] = rate
    return true
  }
  const carry = (max: number) => {
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
  if (!carry(maxRounds)) carry(fewRounds)
  return best
}
