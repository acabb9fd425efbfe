import { type Arbitrage, blankTrade } from './best-trade'
import type { MultiTokenEdge } from './joint-curve'
import { solveArbitrage } from './pool-curve'
import type { PoolGraph } from './pool-graph'
import { solveJoint } from './trade-jointly'

/** The trades of pools at given prices; edges and tokens are numbered as in {@link PoolGraph}. */
export type PoolTrades = {
  /** The square root of each token's price. */
  readonly roots: Float64Array
  /** Value of each token's net flow out of pools: the derivative of the total gain in the logarithm of its price. */
  readonly gradient: Float64Array
  /** Each edge's best trade; see {@link Arbitrage}. */
  readonly direction: Int8Array
  readonly valueIn: Float64Array
  readonly valueOut: Float64Array
  readonly weight: Float64Array
  /** Position of an edge's trade among those of its pool, each on the balances left by those before. */
  readonly turn: Uint8Array
  /** Directions in which an edge must not trade, see {@link bitOf}; none if omitted. Ignored for multi-token pools. */
  readonly blocked?: Uint8Array
}

/** Returns the bit of `blocked` for a direction: 1 is forward, -1 backward. */
export function bitOf(direction: number): number {
  return direction > 0 ? 1 : 2
}

const trade = blankTrade()

/** Pools to evaluate; without `joints` each pair of a pool's tokens trades like a pool of its own. */
type TradedPools = Pick<PoolGraph, 'first' | 'second' | 'curves'> & {
  readonly joints?: readonly MultiTokenEdge[]
}

/**
 * Solves each pool's arbitrage problem at the prices of `roots`, adds to `gradient`, and returns the total gain: the sum
 * of (1) in `docs/math/routing-dual.md`.
 */
export function evaluateEdges(
  { first, second, curves, joints = [] }: TradedPools,
  trades: PoolTrades,
): number {
  const { roots, gradient, direction, valueIn, valueOut, weight, blocked } = trades
  let gain = 0
  let passed = 0
  for (let i = 0; i < curves.length; i += 1) {
    const joint = joints[passed]
    if (joint?.start === i) {
      gain += solveJoint(joint, first, trades)
      passed += 1
      i += joint.count - 1
      continue
    }
    const a = first[i] as number
    const b = second[i] as number
    trade.firstRoot = roots[a] as number
    trade.secondRoot = roots[b] as number
    solveArbitrage(curves[i] as (typeof curves)[number], trade)
    if (blocked && isBlocked(blocked[i] as number, trade.direction)) clear(trade)
    direction[i] = trade.direction
    weight[i] = trade.weight
    valueIn[i] = trade.valueIn
    valueOut[i] = trade.valueOut
    if (trade.direction === 0) continue
    const taken = trade.direction > 0 ? a : b
    const paid = trade.direction > 0 ? b : a
    gradient[taken] = (gradient[taken] as number) - trade.valueIn
    gradient[paid] = (gradient[paid] as number) + trade.valueOut
    gain += trade.valueOut - trade.valueIn
  }
  return gain
}

function isBlocked(bits: number, direction: number): boolean {
  return direction !== 0 && (bits & bitOf(direction)) !== 0
}

function clear(trade: Arbitrage): void {
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
}
