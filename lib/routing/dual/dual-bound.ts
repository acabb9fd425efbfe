import { fullGain } from '@/lib/routing/graph/best-trade'
import type { MultiTokenEdge } from '@/lib/routing/graph/joint-curve'
import type { PoolGraph } from '@/lib/routing/graph/pool-graph'
import { jointGain } from '@/lib/routing/graph/trade-jointly'
import type { PoolTrades } from '@/lib/routing/graph/trade-pools'
import type { Dual } from './dual'

type Traded = Pick<PoolTrades, 'direction' | 'valueIn' | 'valueOut' | 'weight' | 'roots'> & {
  readonly graph: Pick<PoolGraph, 'pools' | 'curves' | 'first' | 'second' | 'costs' | 'joints'>
}

/**
 * Part by which the two values of a pool's trade may be wrong for being computed with floats. What a float
 * computes of a trade belongs to a trade on the curve very near to the best one; only how the amounts that
 * come out and go in were rounded counts at first order, and that is some units of 2^-53, or some thousands where the
 * totals of as many ticks are summed.
 */
export const rounding = 1e-12

/**
 * What the place of the best trade may hide, as a part of its weight: a gain is the square of the difference of two
 * roots, each computed to some three units of 2^-53.
 */
const misplacement = 4e-30

/**
 * What no route of the graph's pools can better, from the prices at which the dual problem was last evaluated:
 * for a sale the most atoms that any route pays, for a purchase the negative of the fewest that any route takes;
 * atoms, not rounded, after the cost of the pools used.
 *
 * It holds at any prices, whether or not they were solved for. At prices `p` every pool of a route gains at most
 * what its best trade gains there, so adding up what all pools gain and what the given amount is worth gives at
 * least what the route leaves its owner with: each token that the route passes on counts once in and once out, and
 * the token that is held counts 1. A pool that does not pay its cost at these prices is best left out, which
 * gives zero. A pool of several tokens counts with its best trade of all of them, in which each only comes in or only
 * goes out. Swaps of a weighted one that come one after the other pay no more together, since what a fee leaves of a
 * token that comes in makes none cheaper that goes out; in a stable one it may, by parts of a basis point, and swaps
 * that do are no part of a route (see `staysOnCurve`). Integer pools round against the trader, but for a stable one,
 * which may round its invariant in its favour and counts with what that pays at most; and each float is widened by what
 * its rounding can hide, so the result never falls short.
 *
 * Routes are meant without a cycle: dead ends of the graph are not counted.
 */
export function certifiedValue(dual: Dual): number {
  const total = certifiedGains(dual)
  const given = dual.amount * (dual.prices[dual.given] as number)
  return total + given + Math.abs(total + Math.abs(given)) * rounding
}

/** The part of {@link certifiedValue} that pools gain; edges of one pool stand one after the other. */
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

/** What the integers of a pool may pay beyond its curve is worth at most. */
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
