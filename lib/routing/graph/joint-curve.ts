import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { type StableFacts, stableFacts } from './stable-joint'
import { type WeightedFacts, weightedFacts } from './weighted-joint'

/** A pool of at least three tokens as a whole, in floats. Its edges are adjacent from `start` on, one for each pair. */
export type MultiTokenEdge = {
  readonly start: number
  readonly count: number
  /** Indices of its tokens in the graph. */
  readonly tokens: Int32Array
  /** The edge of two tokens by their positions: position times the number of tokens, plus the other position. */
  readonly edges: Int32Array
  /** Balances and curve of the pool, by position. */
  readonly facts: JointFacts
}

/** The balances and the curve of a multi-token pool. */
export type JointFacts = WeightedFacts | StableFacts

type Edges = {
  readonly pools: readonly Pool[]
  readonly tokens: readonly Address[]
  readonly first: Int32Array
  readonly second: Int32Array
}

/** Returns the pools of a graph that have an edge for each pair of at least three tokens. */
export function jointsOf(graph: Edges): readonly MultiTokenEdge[] {
  const { pools } = graph
  const joints: MultiTokenEdge[] = []
  for (let start = 0; start < pools.length; ) {
    const pool = pools[start] as Pool
    let end = start + 1
    while (end < pools.length && pools[end] === pool) end += 1
    const joint = end - start > 2 && makeJoint(graph, { pool, start, count: end - start })
    if (joint) joints.push(joint)
    start = end
  }
  return joints
}

type Run = { readonly pool: Pool; readonly start: number; readonly count: number }

function makeJoint(graph: Edges, { pool, start, count }: Run): MultiTokenEdge | undefined {
  const { first, second } = graph
  const ends = [...first.subarray(start, start + count), ...second.subarray(start, start + count)]
  const tokens = [...new Set(ends)]
  const size = tokens.length
  if (count !== (size * (size - 1)) / 2) return undefined
  const facts = findFacts(
    pool,
    tokens.map((number) => graph.tokens[number] as Address),
  )
  if (!facts) return undefined
  const edges = new Int32Array(size * size)
  for (let edge = start; edge < start + count; edge += 1) {
    const [a, b] = [tokens.indexOf(first[edge] as number), tokens.indexOf(second[edge] as number)]
    edges[a * size + b] = edge
    edges[b * size + a] = edge
  }
  return { start, count, tokens: Int32Array.from(tokens), edges, facts }
}

const known = new WeakMap<Pool, Map<string, JointFacts>>()

/** Returns the facts of some of a pool's tokens, cached per pool state: a route builds dozens of graphs. */
function findFacts(pool: Pool, tokens: readonly Address[]): JointFacts | undefined {
  const ofPool = known.get(pool) ?? new Map<string, JointFacts>()
  known.set(pool, ofPool)
  const key = tokens.join()
  const facts = ofPool.get(key) ?? makeFacts(pool, tokens)
  if (facts) ofPool.set(key, facts)
  return facts
}

function makeFacts(pool: Pool, tokens: readonly Address[]): JointFacts | undefined {
  switch (pool.protocol) {
    case 'balancer-weighted':
      return weightedFacts(pool, tokens)
    case 'balancer-stable':
      return stableFacts(pool, tokens)
    case 'uniswap-v2':
    case 'uniswap-v3':
      return undefined
  }
}
