import type { Address } from '@/lib/core/address'
import type { Pool, WeightedPool } from '@/lib/liquidity/pool'
import { mostStep } from './weighted-curve'

/**
 * A weighted pool of three tokens or more as a whole, in floats. Its edges stand one after the other from `start` on,
 * one for each two of its tokens.
 */
export type JointCurve = {
  readonly start: number
  readonly count: number
  /** Numbers of its tokens in the graph. */
  readonly tokens: Int32Array
  readonly balances: Float64Array
  readonly weights: Float64Array
  /** Part of an input that is left after the fee, and its logarithm with the opposite sign. */
  readonly kept: number
  readonly fee: number
  /** The edge of two tokens by their places: place times the number of tokens, plus the other place. */
  readonly edges: Int32Array
}

type Edges = {
  readonly pools: readonly Pool[]
  readonly tokens: readonly Address[]
  readonly first: Int32Array
  readonly second: Int32Array
}

/** The weighted pools of a graph that have an edge for each two of three tokens or more. */
export function jointsOf(graph: Edges): readonly JointCurve[] {
  const { pools } = graph
  const joints: JointCurve[] = []
  for (let start = 0; start < pools.length; ) {
    const pool = pools[start] as Pool
    let end = start + 1
    while (end < pools.length && pools[end] === pool) end += 1
    if (end - start > 2 && pool.protocol === 'balancer-weighted') {
      const joint = makeJoint(graph, { pool, start, count: end - start })
      if (joint) joints.push(joint)
    }
    start = end
  }
  return joints
}

type Run = { readonly pool: WeightedPool; readonly start: number; readonly count: number }

function makeJoint(graph: Edges, { pool, start, count }: Run): JointCurve | undefined {
  const { first, second } = graph
  const ends = [...first.subarray(start, start + count), ...second.subarray(start, start + count)]
  const tokens = [...new Set(ends)]
  const size = tokens.length
  if (count !== (size * (size - 1)) / 2) return undefined
  const facts = tokens.map((number) =>
    pool.tokens.find(({ address }) => address === graph.tokens[number]),
  )
  const edges = new Int32Array(size * size)
  for (let edge = start; edge < start + count; edge += 1) {
    const [a, b] = [tokens.indexOf(first[edge] as number), tokens.indexOf(second[edge] as number)]
    edges[a * size + b] = edge
    edges[b * size + a] = edge
  }
  const kept = 1 - Number(pool.swapFee) / 1e18
  return {
    start,
    count,
    tokens: Int32Array.from(tokens),
    balances: Float64Array.from(facts, (token) => Number(token?.balance ?? 0n)),
    weights: Float64Array.from(facts, (token) => Number(token?.weight ?? 0n) / 1e18),
    kept,
    fee: -Math.log(kept),
    edges,
  }
}

/** The best trade with all tokens of a pool at once; used again and again, as the innermost loop must not allocate. */
export type JointTrade = {
  /** By place: what the pool holds, as a value, and the logarithm by which that changes, the fee not counted in. */
  readonly values: Float64Array
  readonly moves: Float64Array
  /** By place: 1 where the next atom counts, 0 where nothing is traded or no more can be. */
  readonly isOpen: Uint8Array
  /** What a logarithm more of all balances is worth. */
  level: number
  /** What the trade gains at most, whatever floats have hidden; zero where nothing is traded. */
  most: number
  isFull: boolean
}

/** The most tokens of a weighted pool. */
const mostTokens = 8

/** Prices this close to those at which a token begins to be traded count as there. */
const touching = 1e-9

const turns = 60

/** An object for {@link bestJointTrade} to work on. */
export function blankJointTrade(): JointTrade {
  return {
    values: new Float64Array(mostTokens),
    moves: new Float64Array(mostTokens),
    isOpen: new Uint8Array(mostTokens),
    level: 0,
    most: 0,
    isFull: false,
  }
}

const starts = new Float64Array(mostTokens)

/**
 * Finds the best trade at the square roots of prices.
 *
 * With V the values of what the pool holds, w the weights and x the logarithms by which balances change, the sum of
 * w x has to be zero at least. With a multiplier `m` on it each token is apart from the others: its balance falls to
 * the worth `m w` where it is worth more, and rises to it where it is worth less even before the fee. Whatever `m`, what
 * all that gains plus m times the sum of w x is at least what the best trade gains; at the best one the sum is zero.
 */
export function bestJointTrade(joint: JointCurve, roots: Float64Array, trade: JointTrade): void {
  const { tokens, balances, weights, fee } = joint
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < tokens.length; i += 1) {
    const root = roots[tokens[i] as number] as number
    const value = root * root * (balances[i] as number)
    trade.values[i] = value
    starts[i] = Math.log((weights[i] as number) / value)
    low = Math.min(low, -(starts[i] as number))
    high = Math.max(high, fee - (starts[i] as number))
  }
  let at = (low + high) / 2
  for (let turn = 0; turn < turns; turn += 1) {
    const { sum, slope } = move(joint, trade, at)
    if (Math.abs(sum) < 1e-15) break
    if (sum > 0) high = at
    else low = at
    const next = at - sum / slope
    const isInside = slope > 0 && next > low && next < high
    if (isInside && next === at) break
    at = isInside ? next : (low + high) / 2
  }
  settle(joint, trade, at)
}

/** Sets `moves` to what they are at a logarithm of the multiplier; their weighted sum, and how it grows. */
function move({ tokens, weights, fee }: JointCurve, trade: JointTrade, at: number) {
  let [sum, slope] = [0, 0]
  trade.isFull = false
  for (let i = 0; i < tokens.length; i += 1) {
    const way = at + (starts[i] as number)
    const isIn = way > fee
    const isFull = isIn && way - fee > mostStep
    trade.moves[i] = isFull ? mostStep : isIn ? way - fee : Math.min(0, way)
    trade.isOpen[i] = !isFull && (way <= touching || way >= fee - touching) ? 1 : 0
    if (isFull) trade.isFull = true
    sum += (weights[i] as number) * (trade.moves[i] as number)
    if (!isFull && (isIn || way < 0)) slope += weights[i] as number
  }
  return { sum, slope }
}

/** Part of the value of its tokens that a pool's gain may be wrong by. */
const misplacement = 1e-26

function settle(joint: JointCurve, trade: JointTrade, at: number): void {
  const { sum } = move(joint, trade, at)
  trade.level = Math.exp(at)
  let [gain, traded, whole] = [trade.level * sum, 0, 0]
  for (let i = 0; i < joint.tokens.length; i += 1) {
    const moved = -(trade.values[i] as number) * Math.expm1(trade.moves[i] as number)
    const value = moved > 0 ? moved : moved / joint.kept
    gain += value
    traded += Math.abs(value)
    whole += trade.values[i] as number
  }
  trade.most = gain + traded * 1e-12 + Math.abs(trade.level * sum) + whole * misplacement
}
