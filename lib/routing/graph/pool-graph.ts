import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { jointsOf, type MultiTokenEdge } from './joint-curve'
import { type PoolCurve, pairsOf } from './pool-curve'

/**
 * The pools that a route between two tokens may use, with tokens as numbers: {@link sellIndex} and
 * {@link buyIndex} are the two ends. Edge `i` trades token `first[i]` against `second[i]` in
 * `pools[i]`; a pool of more than two tokens has several edges, one after the other.
 */
export type PoolGraph = {
  readonly tokens: readonly Address[]
  readonly pools: readonly Pool[]
  readonly curves: readonly PoolCurve[]
  readonly first: Int32Array
  readonly second: Int32Array
  /** What it costs to use each edge's pool, in atoms of the token that a route is measured in. */
  readonly costs: Float64Array
  /** Pools that are traded with at several pairs at once; of all others a route uses one pair. */
  readonly joints: readonly MultiTokenEdge[]
}

/** Where the ends of a route stand in {@link PoolGraph.tokens}. */
export const sellIndex = 0
/** See {@link sellIndex}. */
export const buyIndex = 1

/** Rounds in which dead ends are cut off; what is left of longer ones costs only time. */
const cuts = 4

/**
 * The graph of the pools that may lie on a way from one token to the other: each pool once, none that trades
 * nothing, and none of a token that only one other token trades with. `gasPrice` is in atoms of the token that
 * a route is measured in.
 */
export function buildGraph(
  pools: readonly Pool[],
  ends: { readonly sellToken: Address; readonly buyToken: Address; readonly gasPrice: number },
): PoolGraph {
  const indexOf = new Map<Address, number>([
    [ends.sellToken, sellIndex],
    [ends.buyToken, buyIndex],
  ])
  const seen = new Set<Address>()
  const edges: Edge[] = []
  for (const pool of pools) {
    if (seen.has(pool.address)) continue
    seen.add(pool.address)
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

/** The same graph with some of its edges only. */
export function pickEdges(graph: PoolGraph, edges: readonly number[]): PoolGraph {
  // In order, since the edges of one pool have to stay together.
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
  // A graph whose pools are used at one pair each stays one.
  return graph.joints.length > 0 ? smaller : { ...smaller, joints: [] }
}

function numberOf(indexOf: Map<Address, number>, token: Address): number {
  const known = indexOf.get(token)
  if (known !== undefined) return known
  indexOf.set(token, indexOf.size)
  return indexOf.size - 1
}

/** The edges whose tokens are both an end or trade with two others at least. */
function withoutDeadEnds(edges: readonly Edge[], tokenCount: number): readonly Edge[] {
  const neighbour = new Int32Array(tokenCount)
  const isThrough = new Uint8Array(tokenCount)
  const meet = (token: number, other: number) => {
    if (neighbour[token] === -1) neighbour[token] = other
    else if (neighbour[token] !== other) isThrough[token] = 1
  }
  let left = edges
  for (let cut = 0; cut < cuts; cut += 1) {
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

/** Numbers anew the tokens that are left. */
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
