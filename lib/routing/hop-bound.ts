import { rounding } from './certify'
import type { Dual } from './dual'
import { buyIndex, type PoolGraph, sellIndex } from './pool-graph'
import { edgeRates } from './start-prices'

/** Pools of a path that are told apart; longer ones count as costing as much as this many. */
const mostHops = 8

/**
 * What no route betters after the cost of its pools, as {@link certifiedValue} counts, from how many pools it
 * uses: `free` is what none betters without any cost.
 *
 * A route through m pools has no path of more than m, so each part of the trade goes at the best rate of m pools
 * at most, and it costs m times the cheapest pool at least. The largest of that over all m is near to what can be
 * had where a trade is so small that its costs matter more than how it moves prices.
 */
export function boundByHops({ graph, amount }: Dual, free: number): number {
  const cheapest = graph.costs.reduce(
    (least, cost) => Math.min(least, cost),
    Number.POSITIVE_INFINITY,
  )
  let bound = Number.NEGATIVE_INFINITY
  for (const [i, rate] of ratesByHops(graph).entries()) {
    if (!(rate > 0)) continue
    const value = amount > 0 ? amount * rate : amount / rate
    const within = Math.min(value + Math.abs(value) * rounding, free)
    bound = Math.max(bound, within - (i + 1) * cheapest * (1 - rounding))
  }
  return bound
}

/** The best rate from end to end through at most 1, 2, … pools; the last one through any number. */
function ratesByHops({ first, second, tokens, ...graph }: PoolGraph): readonly number[] {
  const { forward, backward } = edgeRates({ first, second, tokens, ...graph })
  let before = new Float64Array(tokens.length)
  before[sellIndex] = 1
  const found: number[] = []
  for (let hop = 1; hop < mostHops; hop += 1) {
    const best = Float64Array.from(before)
    for (let i = 0; i < first.length; i += 1) {
      const a = first[i] as number
      const b = second[i] as number
      best[b] = Math.max(best[b] as number, (before[a] as number) * (forward[i] as number))
      best[a] = Math.max(best[a] as number, (before[b] as number) * (backward[i] as number))
    }
    found.push(best[buyIndex] as number)
    before = best
  }
  return [...found, Number.POSITIVE_INFINITY]
}
