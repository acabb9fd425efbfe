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
