import { type Split, solveSplit } from '@/lib/routing/execution/split-trade'
import { type Dual, restrict } from './dual'

/** Maximum pools that are each tested for removal, the least profitable ones; each test solves the problem again. */
const triedPools = 24

/** Maximum pools of a route where gas counts: forty hops take a quarter of a transaction's gas. */
const maxPools = 40

/** Tolerance of the compared solutions, relative to the traded value: far below the gas of a pool. */
const tolerance = 1e-9

/**
 * Drops the pools of a split that do not pay for their gas.
 *
 * A pool's gain at the solution's prices is the minimum loss without it, so one that gains more than it costs stays.
 * Others are dropped in groups while there are many, the lowest gains first, and one by one when few are left, as long
 * as the value after costs rises. See `docs/math/routing-dual.md`, section 7.
 */
export function pruneEdges(start: Split): Split {
  let current = start
  let best = start
  for (let part = 1 / 64; part <= 1; part *= 2) {
    const kept = current.flow.legs.filter(
      ({ edge }) => gainOf(current.dual, edge) >= part * costOf(current.dual, edge),
    )
    if (kept.length === current.flow.legs.length) continue
    if (kept.length === 0) break
    current = solveWith(current.dual, kept)
    if (netValue(current) > netValue(best)) best = current
  }
  return dropSingly(keepHighestGains(best))
}

/** Keeps the pools that gain most if there are too many. */
function keepHighestGains(split: Split): Split {
  const { dual, flow } = split
  if (flow.legs.length <= maxPools) return split
  const byGain = flow.legs.toSorted((a, b) => gainOf(dual, b.edge) - gainOf(dual, a.edge))
  return solveWith(dual, byGain.slice(0, maxPools))
}

function dropSingly(start: Split): Split {
  let best = start
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    const { dual, flow } = best
    const surplus = (edge: number) => gainOf(dual, edge) - costOf(dual, edge)
    const uncertain = flow.legs
      // Without a pool the two others on its path may become useless too.
      .filter(({ edge }) => gainOf(dual, edge) < 3 * costOf(dual, edge))
      .sort((a, b) => surplus(a.edge) - surplus(b.edge))
      .slice(0, triedPools)
    for (const leg of uncertain) {
      const without = solveWith(
        dual,
        flow.legs.filter((other) => other !== leg),
      )
      if (!(netValue(without) > netValue(best))) continue
      best = without
      isBetter = true
      break
    }
  }
  return best
}

function solveWith(dual: Dual, legs: Split['flow']['legs']): Split {
  return solveSplit(
    restrict(
      dual,
      legs.map(({ edge }) => edge),
    ),
    tolerance,
  )
}

/** Returns a solved split's value after the cost of its pools, in atoms of the token in which routes are compared. */
export function netValue({ dual, flow }: Split): number {
  if (flow.legs.length === 0) return Number.NEGATIVE_INFINITY
  return flow.legs.reduce((net, { edge }) => net - costOf(dual, edge), dual.value)
}

function gainOf({ valueIn, valueOut }: Dual, edge: number): number {
  return (valueOut[edge] as number) - (valueIn[edge] as number)
}

function costOf({ graph }: Dual, edge: number): number {
  return graph.costs[edge] as number
}
