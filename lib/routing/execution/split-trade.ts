import type { Hop } from '@/lib/liquidity/swap-pool'
import { type Dual, restrict } from '@/lib/routing/dual/dual'
import { minimise } from '@/lib/routing/dual/minimise-dual'
import { executeBuy, executeSell } from './execute-legs'
import { type Flow, flowOf } from './flow'

/** Maximum Newton steps of one solution: each changes a price 2.5 times at most, and the bound holds at any prices. */
const maxIterations = 120

/** Maximum repairs of a split that cannot be executed as solved; from half of them on, only edges of the last split. */
const maxRepairs = 6

/** Tolerance of intermediate solutions, relative to the traded value: they are executed, and compared by integers. */
const repairTolerance = 1e-8

/** Fraction of the traded value that is not worth a repair: a hundredth of the gap at which a route is optimal. */
const negligible = 1e-7

/** A solved problem with its trades in execution order. */
export type Split = { readonly dual: Dual; readonly flow: Flow }

/** Solves a problem from its current prices to `tolerance` of the traded value; no legs if there is no solution. */
export function solveSplit(dual: Dual, tolerance: number): Split {
  const isSolved = minimise(dual, { tolerance, maxIterations })
  return { dual, flow: isSolved ? flowOf(dual) : { legs: [], cut: [], cutPart: 0 } }
}

/**
 * Executes a split of exactly `amount` in integers. If its trades form a cycle or use a pool for two pairs, or a pool
 * refuses its part, removes the obstacle and solves the rest again; without hops if nothing remains. Returns the
 * solution that was executed.
 */
export function executeSplit(
  split: Split,
  amount: bigint,
): Split & { readonly hops?: readonly Hop[] | undefined } {
  let { dual, flow } = split
  for (let repair = 0; flow.legs.length > 0; repair += 1) {
    const isLast = repair === maxRepairs
    const left = new Set(dual.graph.pools.keys())
    if (flow.cutPart <= negligible || isLast) {
      const { hops, failed } = executeFlow({ dual, flow }, amount)
      if (hops || isLast) return { dual, flow, hops }
      // A nearly full pool gets too large a part while the prices are not exact yet.
      if (repair > 0) left.delete(failed.edge)
    }
    for (const edge of flow.cut) left.delete(edge)
    const last = new Set(withWholePools(dual, flow))
    const edges = [...left].filter((edge) => (repair < maxRepairs / 2 ? true : last.has(edge)))
    ;({ dual, flow } = solveSplit(restrict(dual, edges), repairTolerance))
  }
  return { dual, flow }
}

/** Returns the edges of a flow, and all others of the pools that trade as a whole. */
function withWholePools({ graph }: Dual, { legs }: Flow): readonly number[] {
  const edges = legs.map(({ edge }) => edge)
  const wholes = graph.joints.filter(({ start, count }) =>
    edges.some((edge) => edge >= start && edge < start + count),
  )
  const ofWholes = wholes.map(({ start, count }) =>
    Array.from({ length: count }, (_, i) => start + i),
  )
  return [...edges, ...ofWholes.flat()]
}

function executeFlow({ dual, flow }: Split, amount: bigint) {
  const { legs } = flow
  return dual.amount > 0
    ? executeSell(dual.graph, { legs, sellAmount: amount })
    : executeBuy(dual.graph, { legs, buyAmount: amount })
}
