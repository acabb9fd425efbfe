import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { jointsOf, type MultiTokenEdge } from './joint-curve'
import { type PoolCurve, pairsOf } from './pool-curve'

/**
 * The pools that a route between two tokens may use, with tokens as indices: {@link sellIndex} and {@link buyIndex} are
 * the two ends. Edge `i` trades token `first[i]` against `second[i]` in `pools[i]`; a pool of more than two tokens has
 * several adjacent edges.
 */
export type PoolGraph = {
  readonly tokens: readonly Address[]
  readonly pools: readonly Pool[]
  readonly curves: readonly PoolCurve[]
  readonly first: Int32Array
  readonly second: Int32Array
  /** Cost of using each edge's pool, in atoms of the token in which routes are compared. */
  readonly costs: Float64Array
  /** Pools that trade several pairs at once; of any other pool a route uses one pair. */
  readonly joints: readonly MultiTokenEdge[]
}

/** Indices of the ends of a route in {@link PoolGraph.tokens}. */
export const sellIndex = 0
/** See {@link sellIndex}. */
export const buyIndex = 1

/** Rounds in which dead ends are removed; the rest of longer ones costs only time. */
const maxRounds = 4

/**
 * Builds the graph of the pools that may lie on a path between two tokens: each pool once, without pools that trade
 * nothing and tokens that trade with only one other. `gasPrice` is in atoms of the token in which routes are compared.
 */
export function buildGraph(
  pools: readonly Pool[],
  ends: { readonly sellToken: Address; readonly buyToken: Address; readonly gasPrice: number },
): PoolGraph {
  const indexOf = new Map<Address, number>([
    [ends.sellToken, sellIndex],
    [ends.buyToken, buyIndex],
  ])
  const addresses = new Set<Address>()
  const edges: Edge[] = []
  for (const pool of pools) {
    if (addresses.has(pool.address)) continue
    addresses.add(pool.address)
    for (const { first, second, curve } of pairsOf(pool)) {
      const numbers = { first: numberOf(indexOf, first), second: numberOf(indexOf, second) }
      edges.push({ pool, curve, ...numbers, cost: ends.gasPrice * Number(poolGas[pool.protocol]) })
    }
  }
  const useful = withoutDeadEnds(edges, indexOf.size)
  return compact(useful, [...indexOf.keys()])
}

type Edge = {
  readonly pool: Pool
  readonly curve: PoolCurve
  readonly first: number
  readonly second: number
  readonly cost: number
}

/** Returns a graph with some of its edges only. */
export function pickEdges(graph: PoolGraph, edges: readonly number[]): PoolGraph {
  // In order, since the edges of one pool have to stay adjacent.
  const picked = edges
    .toSorted((a, b) => a - b)
    .map((i) => ({
      pool: graph.pools[i] as Pool,
      curve: graph.curves[i] as PoolCurve,
      first: graph.first[i] as number,
      second: graph.second[i] as number,
      cost: graph.costs[i] as number,
    }))
  const smaller = compact(picked, graph.tokens)
  // A graph without multi-token edges stays one.
  return graph.joints.length > 0 ? smaller : { ...smaller, joints: [] }
}

function numberOf(indexOf: Map<Address, number>, token: Address): number {
  const known = indexOf.get(token)
  if (known !== undefined) return known
  indexOf.set(token, indexOf.size)
  return indexOf.size - 1
}

/** Returns the edges whose tokens are both an end or trade with at least two others. */
function withoutDeadEnds(edges: readonly Edge[], tokenCount: number): readonly Edge[] {
  const neighbour = new Int32Array(tokenCount)
  const isThrough = new Uint8Array(tokenCount)
  const meet = (token: number, other: number) => {
    if (neighbour[token] === -1) neighbour[token] = other
    else if (neighbour[token] !== other) isThrough[token] = 1
  }
  let left = edges
  for (let round = 0; round < maxRounds; round += 1) {
    neighbour.fill(-1)
    isThrough.fill(0)
    isThrough[sellIndex] = 1
    isThrough[buyIndex] = 1
    for (const { first, second } of left) {
      meet(first, second)
      meet(second, first)
    }
    const kept = left.filter(({ first, second }) => isThrough[first] && isThrough[second])
    if (kept.length === left.length) return left
    left = kept
  }
  return left
}

/** Renumbers the remaining tokens. */
function compact(edges: readonly Edge[], all: readonly Address[]): PoolGraph {
  const numbers = new Int32Array(all.length).fill(-1)
  const tokens: Address[] = []
  const keep = (token: number) => {
    if (numbers[token] === -1) numbers[token] = tokens.push(all[token] as Address) - 1
    return numbers[token] as number
  }
  keep(sellIndex)
  keep(buyIndex)
  const ends = {
    first: Int32Array.from(edges, ({ first }) => keep(first)),
    second: Int32Array.from(edges, ({ second }) => keep(second)),
    pools: edges.map(({ pool }) => pool),
    tokens,
  }
  return {
    ...ends,
    joints: jointsOf(ends),
    curves: edges.map(({ curve }) => curve),
    costs: Float64Array.from(edges, ({ cost }) => cost),
  }
}
