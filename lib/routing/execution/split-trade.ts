import type { Hop } from '@/lib/liquidity/hop'
import { type Dual, restrict } from '@/lib/routing/dual/dual'
import { minimise } from '@/lib/routing/dual/minimise-dual'
import { executeBuy, executeSell } from './execute-legs'
import { type Flow, flowOf } from './flow'

/** Newton steps of one solution. */
const maxIterations = 120

/** Times a split is mended where it cannot be carried out as it is. */
const mends = 6

/** Accuracy of solutions on the way, as a part of the value that is traded. */
const mendTolerance = 1e-8

/** A part of what is traded that is not worth mending. */
const negligible = 1e-7

/** A solved problem with its trades in order. */
export type Split = { readonly dual: Dual; readonly flow: Flow }

/** Solves a problem from the prices that it has, without legs where there is no solution; `tolerance` is a part of the value that is traded. */
export function solveSplit(dual: Dual, tolerance: number): Split {
  const isSolved = minimise(dual, { tolerance, maxIterations })
  return { dual, flow: isSolved ? flowOf(dual) : { legs: [], cut: [], cutPart: 0 } }
}

/**
 * Carries a split of exactly `amount` out in integers. Where its trades run in circles or use a pool for two pairs, or
 * a pool refuses its part, what stands in the way is left out and the rest solved anew; without hops when
 * nothing is left. Returned with the solution that was carried out.
 */
export function carryOutSplit(
  split: Split,
  amount: bigint,
): Split & { readonly hops?: readonly Hop[] | undefined } {
  let { dual, flow } = split
  for (let mend = 0; flow.legs.length > 0; mend += 1) {
    const isLast = mend === mends
    const left = new Set(dual.graph.pools.keys())
    if (flow.cutPart <= negligible || isLast) {
      const { hops, failed } = carryOutFlow({ dual, flow }, amount)
      if (hops || isLast) return { dual, flow, hops }
      // A pool that is nearly full is asked too much where the prices are not exact yet.
      if (mend > 0) left.delete(failed.edge)
    }
    for (const edge of flow.cut) left.delete(edge)
    const last = new Set(withWholePools(dual, flow))
    const edges = [...left].filter((edge) => (mend < mends / 2 ? true : last.has(edge)))
    ;({ dual, flow } = solveSplit(restrict(dual, edges), mendTolerance))
  }
  return { dual, flow }
}

/** The edges of a flow, and all others of the pools that are traded with as a whole. */
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

function carryOutFlow({ dual, flow }: Split, amount: bigint) {
  const { legs } = flow
  return dual.amount > 0
    ? executeSell(dual.graph, { legs, sellAmount: amount })
    : executeBuy(dual.graph, { legs, buyAmount: amount })
}
