import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import type { Dual } from './dual'
import { rounding } from './dual-bound'
import { edgeRates } from './initial-prices'

/** Path lengths that are distinguished; longer paths count with the cost of this many pools. */
const maxHops = 8

/** Minimum hops of a route that uses a pool twice: these two, and one between a token of the first and the second. */
const minHopsWithReuse = 3

/**
 * Bounds any route after the cost of its pools, in the units of {@link certifiedValue}, by the number of pools it uses.
 * `free` is a bound without any cost.
 *
 * A route through m pools has no path of more than m. So each part of the trade, and what pools pay beyond their
 * curves, gets at most the best rate of m pools, and the route costs at least m times the cheapest pool. The maximum
 * over all m is nearly tight where a trade is so small that its costs matter more than its price impact.
 *
 * A stable pool's rate for two tokens may improve as two others trade. So a route that uses one twice is bounded by
 * `free` and its minimum hops alone.
 */
export function boundByHops({ graph, amount }: Dual, free: number): number {
  const cheapest = graph.costs.reduce((min, cost) => Math.min(min, cost), Number.POSITIVE_INFINITY)
  const mayReuse = graph.joints.some(({ facts }) => facts.kind === 'stable')
  let bound = Number.NEGATIVE_INFINITY
  if (mayReuse) bound = free - minHopsWithReuse * cheapest * (1 - rounding)
  for (const [i, { rate, beyond }] of ratesByHops(graph).entries()) {
    if (!(rate > 0)) continue
    const value = amount > 0 ? amount * rate + beyond : Math.min(0, amount + beyond) / rate
    const within = Math.min(value + Math.abs(value) * rounding, free)
    bound = Math.max(bound, within - (i + 1) * cheapest * (1 - rounding))
  }
  return bound
}

/** The best rate from end to end through some number of pools. */
type HopRate = {
  /** Output per input. */
  readonly rate: number
  /** Maximum that all pools may pay beyond their curves, in atoms of the buy token at the best onward rates. */
  readonly beyond: number
}

/** Returns the best paths through at most 1, 2, … pools; the last one through any number. */
function ratesByHops(graph: PoolGraph): readonly HopRate[] {
  const { first, second, tokens } = graph
  const { forward, backward } = edgeRates(graph)
  let after = new Float64Array(tokens.length)
  after[buyIndex] = 1
  const found: HopRate[] = []
  for (let hop = 1; hop < maxHops; hop += 1) {
    const best = Float64Array.from(after)
    for (let i = 0; i < first.length; i += 1) {
      const a = first[i] as number
      const b = second[i] as number
      best[a] = Math.max(best[a] as number, (after[b] as number) * (forward[i] as number))
      best[b] = Math.max(best[b] as number, (after[a] as number) * (backward[i] as number))
    }
    found.push({ rate: best[sellIndex] as number, beyond: beyondCurves(graph, best) })
    after = best
  }
  return [...found, { rate: Number.POSITIVE_INFINITY, beyond: 0 }]
}

function beyondCurves({ curves, first, second }: PoolGraph, rates: Float64Array): number {
  return curves.reduce((sum, curve, i) => {
    if (curve.kind !== 'stable') return sum
    const [a, b] = [rates[first[i] as number] ?? 0, rates[second[i] as number] ?? 0]
    return sum + Math.max(a * curve.firstBeyond, b * curve.secondBeyond)
  }, 0)
}
