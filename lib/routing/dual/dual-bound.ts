import { fullGain } from '@/lib/routing/graph/best-trade'
import type { MultiTokenEdge } from '@/lib/routing/graph/joint-curve'
import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import { jointGain } from '@/lib/routing/graph/trade-jointly'
import type { PoolTrades } from '@/lib/routing/graph/trade-pools'
import type { Dual } from './dual'
import { edgeRates } from './initial-prices'

type Traded = Pick<PoolTrades, 'direction' | 'valueIn' | 'valueOut' | 'weight' | 'roots'> & {
  readonly graph: Pick<PoolGraph, 'pools' | 'curves' | 'first' | 'second' | 'costs' | 'joints'>
}

/**
 * Relative error of the two values of a pool's trade. The trade that floats compute lies on the curve very near to the
 * best one; only the rounding of its amounts counts at first order. It is some units of 2^-53, or some thousands of
 * them where the totals of as many ticks are summed.
 */
export const rounding = 1e-12

/**
 * Error of a gain from the position of the best trade, relative to its weight: a gain is the squared difference of two
 * roots, each accurate to some three units of 2^-53.
 */
const misplacement = 4e-30

/**
 * Returns a value that no route of the graph's pools exceeds, from the prices at which the dual was last evaluated. For
 * a sell it is the maximum paid, for a buy the negative of the minimum taken; in atoms, not rounded, after the cost of
 * the pools used.
 *
 * Weak duality: it holds at any prices, solved for or not (docs/math/optimality-bound.md, section 2). At prices `p`
 * every pool of a route gains at most what its best trade gains. The sum of all gains and the value of the given amount
 * is at least what the route leaves its owner: each intermediate token counts once in and once out, and the held token
 * counts 1. A pool that does not pay its cost at these prices is best left out and adds zero.
 *
 * A multi-token pool counts with its best trade of all of them, in which each only enters or only leaves.
 * Sequential swaps of a weighted pool pay no more together, since what the fee leaves of a token that enters makes no
 * token that leaves cheaper. In a stable pool they may, by parts of a basis point; such swaps are no part of a route
 * (see `staysOnCurve`). Integer pools round against the trader; a stable pool may round its invariant in the trader's
 * favour and counts with the maximum of that. Each float is widened by its rounding error, so the result is never too
 * low.
 *
 * It holds for routes without a cycle: dead ends of the graph are not counted.
 */
export function certifiedValue(dual: Dual): number {
  const total = certifiedGains(dual)
  const given = dual.amount * (dual.prices[dual.given] as number)
  return total + given + Math.abs(total + Math.abs(given)) * rounding
}

/** Returns the part of {@link certifiedValue} that the pools gain. The edges of a pool are adjacent. */
export function certifiedGains({ graph, roots, ...trades }: Traded): number {
  const { direction, valueIn, valueOut, weight } = trades
  let total = 0
  let ofPool = 0
  let passed = 0
  for (let i = 0; i < graph.pools.length; i += 1) {
    const joint = graph.joints[passed]
    if (joint?.start === i) {
      total += certifiedJoint(joint, roots, graph.costs[i] as number)
      passed += 1
      i += joint.count - 1
      continue
    }
    const isNext = i > 0 && graph.pools[i] !== graph.pools[i - 1]
    if (isNext) {
      total += ofPool
      ofPool = 0
    }
    const isFull = direction[i] !== 0 && weight[i] === 0
    const slack = (weight[i] as number) * misplacement + beyondCurve(graph, roots, i)
    const gain =
      direction[i] === 0
        ? slack
        : (valueOut[i] as number) * (1 + rounding) - (valueIn[i] as number) * (1 - rounding) + slack
    const net = (isFull ? gain * fullGain : gain) - (graph.costs[i] as number) * (1 - rounding)
    if (net > ofPool) ofPool = net
  }
  return total + ofPool
}

/** Returns the maximum value that a pool's integers may pay beyond its curve. */
function beyondCurve(
  { curves, first, second }: Pick<PoolGraph, 'curves' | 'first' | 'second'>,
  roots: Float64Array,
  edge: number,
): number {
  const curve = curves[edge]
  if (curve?.kind !== 'stable') return 0
  const [firstRoot, secondRoot] = [roots[first[edge] as number], roots[second[edge] as number]]
  const worth = (root = 0, atoms: number) => root * root * atoms * (1 + rounding)
  return Math.max(worth(firstRoot, curve.firstBeyond), worth(secondRoot, curve.secondBeyond))
}

function certifiedJoint(joint: MultiTokenEdge, roots: Float64Array, cost: number): number {
  const { max, isFull } = jointGain(joint, roots)
  return Math.max(0, (isFull ? max * fullGain : max) - cost * (1 - rounding))
}

/**
 * Path lengths that are distinguished; longer paths count with the cost of this many pools. Each costs a pass over all
 * edges. Where costs decide, routes are short.
 */
const maxHops = 8

/** Minimum hops of a route that uses a pool twice: these two, and one between a token of the first and the second. */
const minHopsWithReuse = 3

/**
 * Bounds any route after the cost of its pools, in the units of {@link certifiedValue}, by the number of pools it uses.
 * `free` is a bound without any cost. Derived in `docs/math/optimality-bound.md`, section 9.
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
