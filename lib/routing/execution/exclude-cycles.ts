import type { Hop } from '@/lib/liquidity/swap-pool'
import { type Dual, evaluate } from '@/lib/routing/dual/dual'
import { boundByPaths, setPathPrices } from '@/lib/routing/dual/path-bound'
import { pruneEdges } from '@/lib/routing/dual/prune-edges'
import { type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import type { LabelBudget } from '@/lib/routing/graph/simple-paths'
import { bitOf } from '@/lib/routing/graph/trade-pools'
import { consider, gapOf, lowerCeiling, type Search } from './search'
import { executeSplit, type Split, solveSplit } from './split-trade'

/**
 * Maximum rounds in which trades are blocked and the rest is solved again; each takes as long as a search without gas.
 */
const maxRounds = 4

/**
 * Tolerance of the solutions, relative to the traded value: a ten-thousandth of the gap at which a route is optimal.
 */
const tolerance = 1e-9

/** Fraction of the trade's value that unblocked trades of cycles may gain together: a third of the accepted gap. */
const cycleGainFraction = 3e-6

/**
 * Improves and bounds a route where cycles of pools gain (docs/math/optimality-bound.md, section 8). The solution of
 * the whole problem includes the profit of these cycles, which the first trader takes; so its bound is too high, and
 * its prices are not those of the best route.
 *
 * Blocks trades of cycles, solves the rest, and bounds it over simple paths, blocked trades included. A path that is
 * better than what is traded is unblocked and becomes part of the route. Ends when the gap is at most `targetGapBps`,
 * or when nothing changes. Restores the problem's prices.
 */
export function excludeCycles(search: Search, targetGapBps: number, budget: LabelBudget): void {
  const { dual } = search
  const prices = dual.prices.slice()
  evaluate(dual)
  let split: Split = { dual, flow: { legs: [], cut: [], cutPart: 0 } }
  for (let round = 0; round < maxRounds; round += 1) {
    if (!blockCycles(search, split) && round > 0) break
    split = solveAgain(search, budget)
    const bound = boundByPaths(dual, budget)
    if (!bound) break
    lowerCeiling(search, bound.value)
    if (gapOf(search) <= targetGapBps) break
    if (unblock(dual, bound.better)) split = solveAgain(search, budget)
  }
  dual.blocked.fill(0)
  dual.prices.set(prices)
}

/** Returns whether a solution trades in cycles whose gain affects the gap. */
export function hasCycles(split: Split): boolean {
  return cyclesOf(split, new Uint8Array(split.dual.direction.length)).length > 0
}

/**
 * Solves what is not blocked and considers its route. If a cycle pays for the whole trade there is no solution, and the
 * prices are set to the spot prices.
 */
function solveAgain(search: Search, budget: LabelBudget): Split {
  const { dual } = search
  const split = solveSplit(dual, tolerance)
  if (split.flow.legs.length === 0) {
    setPathPrices(dual, budget)
    evaluate(dual)
    return split
  }
  const { hops } = executeSplit(search.gasPrice > 0 ? pruneEdges(split) : split, search.amount)
  consider(search, hops)
  return split
}

/** Blocks the trades of cycles that the best route does not make. Returns whether there are any. */
function blockCycles({ dual, best }: Search, split: Split): boolean {
  const found = cyclesOf(split, bitsOf(dual.graph, best?.hops ?? []))
  for (const edge of found) {
    dual.blocked[edge] = (dual.blocked[edge] as number) | bitOf(dual.direction[edge] as number)
  }
  return found.length > 0
}

/** Returns the edges of two tokens that neither the legs nor the best route trade, without those of negligible gain. */
function cyclesOf({ dual, flow }: Split, ofRoute: Uint8Array): readonly number[] {
  const { graph, direction, valueIn, valueOut, prices } = dual
  const isKept = new Uint8Array(direction.length)
  for (const { start, count } of graph.joints) isKept.fill(1, start, start + count)
  for (const { edge } of flow.legs) isKept[edge] = 1
  const gainOf = (edge: number) => (valueOut[edge] as number) - (valueIn[edge] as number)
  let remaining = cycleGainFraction * Math.abs(dual.amount) * (prices[dual.given] as number)
  return [...direction.keys()]
    .filter((edge) => direction[edge] !== 0 && !isKept[edge])
    .filter((edge) => ((ofRoute[edge] as number) & bitOf(direction[edge] as number)) === 0)
    .sort((a, b) => gainOf(a) - gainOf(b))
    .filter((edge) => {
      remaining -= gainOf(edge)
      return remaining < 0
    })
}

/** Returns the directions in which hops use each edge, as bits of `blocked`. */
function bitsOf({ pools, tokens, first, second }: PoolGraph, hops: readonly Hop[]): Uint8Array {
  const ofPool = new Map(hops.map((hop) => [hop.pool, hop]))
  return Uint8Array.from(pools, (pool, edge) => {
    const hop = ofPool.get(pool)
    const isForward = hop?.tokenIn === tokens[first[edge] as number]
    const isOfPair = isForward
      ? hop?.tokenOut === tokens[second[edge] as number]
      : hop?.tokenIn === tokens[second[edge] as number] &&
        hop?.tokenOut === tokens[first[edge] as number]
    return isOfPair ? bitOf(isForward ? 1 : -1) : 0
  })
}

/** Unblocks the trades along a path of tokens; returns false if none was blocked. */
function unblock({ graph, blocked }: Dual, path: readonly number[]): boolean {
  const next = new Map(path.map((node, place) => [node, path[place + 1] ?? sellIndex]))
  let isChanged = false
  for (let edge = 0; edge < blocked.length; edge += 1) {
    const [first, second] = [graph.first[edge] as number, graph.second[edge] as number]
    const forward = next.get(first) === second ? bitOf(1) : 0
    const backward = next.get(second) === first ? bitOf(-1) : 0
    const before = blocked[edge] as number
    blocked[edge] = before & ~(forward | backward)
    if (blocked[edge] !== before) isChanged = true
  }
  return isChanged
}
