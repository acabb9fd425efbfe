import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import type { Dual } from './dual'
import { rounding } from './dual-bound'
import { edgeRates } from './initial-prices'

/** Pools of a path that are told apart; longer ones count as costing as much as this many. */
const maxHops = 8

/** Hops of a route in which a pool comes twice: two of them, and one between a token of the first and the second. */
const hopsOfTwice = 3

/**
 * What no route betters after the cost of its pools, as {@link certifiedValue} counts, from how many pools it
 * uses: `free` is what none betters without any cost.
 *
 * A route through m pools has no path of more than m, so each part of the trade goes at the best rate of m pools
 * at most, as does what pools pay beyond their curves, and it costs m times the cheapest pool at least. The largest of
 * that over all m is near to what can be had where a trade is so small that its costs matter more than how it moves
 * prices.
 *
 * A stable pool's rate for two tokens may become better as two others are traded, so of routes in which one comes
 * twice no more is known than what none betters, and how many hops they have.
 */
export function boundByHops({ graph, amount }: Dual, free: number): number {
  const cheapest = graph.costs.reduce((min, cost) => Math.min(min, cost), Number.POSITIVE_INFINITY)
  const comesTwice = graph.joints.some(({ facts }) => facts.kind === 'stable')
  let bound = Number.NEGATIVE_INFINITY
  if (comesTwice) bound = free - hopsOfTwice * cheapest * (1 - rounding)
  for (const [i, { rate, beyond }] of ratesByHops(graph).entries()) {
    if (!(rate > 0)) continue
    const value = amount > 0 ? amount * rate + beyond : Math.min(0, amount + beyond) / rate
    const within = Math.min(value + Math.abs(value) * rounding, free)
    bound = Math.max(bound, within - (i + 1) * cheapest * (1 - rounding))
  }
  return bound
}

/** From end to end through some number of pools. */
type Way = {
  /** The best rate. */
  readonly rate: number
  /** What all pools may pay beyond their curves, in atoms of the buy token at the best rates from there on. */
  readonly beyond: number
}

/** The best ways through at most 1, 2, … pools; the last one through any number. */
function ratesByHops(graph: PoolGraph): readonly Way[] {
  const { first, second, tokens } = graph
  const { forward, backward } = edgeRates(graph)
  let after = new Float64Array(tokens.length)
  after[buyIndex] = 1
  const found: Way[] = []
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
