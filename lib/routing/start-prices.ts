import { type Dual, restrict } from './dual'
import { curveRate } from './pool-curve'
import { sellIndex } from './pool-graph'

/** Pools that a price is carried through at most. */
const mostPools = 16

/** The same where prices never come to rest, because pools leave arbitrage. */
const fewPools = 3

/** Prices beyond this, or below its inverse, are of no use: no amount in atoms is as large. */
const mostRate = 1e80

/**
 * Sets the prices at which nothing is worth trading yet: each token's best price in the buy token when an
 * infinitely small amount is sold, or in the sell token when it is bought. Returns the problem without the edges of
 * tokens that no way leads to, undefined when the ends are not connected.
 */
export function setStartPrices(dual: Dual): Dual | undefined {
  const { graph, prices, held, given } = dual
  const { first, second } = graph
  const best = findRates(dual)
  if (!((best[given] as number) > 0)) return undefined
  for (let k = 0; k < prices.length; k += 1) {
    const rate = best[k] as number
    prices[k] = held === sellIndex ? 1 / rate : rate
  }
  prices[held] = 1
  const isReached = (edge: number) => best[first[edge] as number] && best[second[edge] as number]
  const edges = [...graph.pools.keys()]
  const reached = edges.filter(isReached)
  return reached.length === edges.length ? dual : restrict(dual, reached)
}

/** What an atom of each token fetches of the held one, or the held one of it; zero where no way leads. */
function findRates({ graph, prices, held }: Dual): Float64Array {
  const { first, second, curves } = graph
  const forward = Float64Array.from(curves, (curve) => curveRate(curve, 1))
  const backward = Float64Array.from(curves, (curve) => curveRate(curve, -1))
  const [ofSecond, ofFirst] = held === sellIndex ? [forward, backward] : [backward, forward]
  const best = new Float64Array(prices.length)
  const carry = (most: number) => {
    best.fill(0)
    best[held] = 1
    let isChanged = true
    for (let round = 0; isChanged && round < most; round += 1) {
      isChanged = false
      for (let i = 0; i < curves.length; i += 1) {
        const a = first[i] as number
        const b = second[i] as number
        isChanged = raise(best, a, (best[b] as number) * (ofFirst[i] as number)) || isChanged
        isChanged = raise(best, b, (best[a] as number) * (ofSecond[i] as number)) || isChanged
      }
    }
    return !isChanged
  }
  if (!carry(mostPools)) carry(fewPools)
  return best
}

function raise(best: Float64Array, token: number, rate: number): boolean {
  if (!(rate > (best[token] as number) * (1 + 1e-12))) return false
  if (rate > mostRate || rate < 1 / mostRate) return false
  best[token] = rate
  return true
}
