import type { Pool } from '@/lib/liquidity/pool'
import type { Dual } from '@/lib/routing/dual/dual'
import { buyIndex, sellIndex } from '@/lib/routing/graph/pool-graph'

/** A part of a split route: the amount through one pool, in atoms but not yet exact. */
export type Leg = {
  /** Index of the edge and of its tokens in the graph. */
  readonly edge: number
  readonly from: number
  readonly to: number
  readonly amountIn: number
  readonly amountOut: number
  /** Whether the pool accepts no more than this. */
  readonly isFull: boolean
  /** Its position among the legs of its pool, whose price worsens with each. */
  readonly turn: number
}

/**
 * Legs of less than this fraction of the traded value are dropped: a hundredth of the gap at which a route is optimal.
 */
const minPart = 1e-7

/** Ordered legs, and the traded edges that were cut from them, with the part of the trade they carry. */
export type Flow = {
  readonly legs: readonly Leg[]
  readonly cut: readonly number[]
  readonly cutPart: number
}

/**
 * Converts the trades of a dual problem's pools to legs from one end to the other in execution order, without cycles.
 * Each pool trades one pair of tokens, except those that trade as a whole. See `docs/math/routing-dual.md`, section 6.
 */
export function flowOf(dual: Dual): Flow {
  const { graph, direction, valueOut, prices } = dual
  const whole = Math.abs(dual.amount) * (prices[dual.given] as number)
  const largest = new Map<Pool | number, Leg>()
  const values = new Map<Leg, number>()
  const isJoint = new Uint8Array(direction.length)
  for (const { start, count } of graph.joints) isJoint.fill(1, start, start + count)
  for (let edge = 0; edge < direction.length; edge += 1) {
    const value = valueOut[edge] as number
    if (direction[edge] === 0 || !(value > whole * minPart)) continue
    const leg = legAt(dual, edge)
    const pool = isJoint[edge] ? edge : (graph.pools[edge] as Pool)
    const other = largest.get(pool)
    if (!other || (values.get(other) ?? 0) < value) largest.set(pool, leg)
    values.set(leg, value)
  }
  const legs = orderLegs([...largest.values()], graph.tokens.length)
  for (const leg of legs) values.delete(leg)
  const cutValue = [...values.values()].reduce((sum, value) => sum + value, 0)
  return { legs, cut: [...values.keys()].map(({ edge }) => edge), cutPart: cutValue / whole }
}

function legAt(dual: Dual, edge: number): Leg {
  const { graph, direction, valueIn, valueOut, weight, turn, prices } = dual
  const a = graph.first[edge] as number
  const b = graph.second[edge] as number
  const [from, to] = (direction[edge] as number) > 0 ? [a, b] : [b, a]
  const amountIn = (valueIn[edge] as number) / (prices[from] as number)
  const amountOut = (valueOut[edge] as number) / (prices[to] as number)
  const isFull = weight[edge] === 0
  return { edge, from, to, amountIn, amountOut, isFull, turn: turn[edge] as number }
}

/** Sorts legs topologically; drops those that close a cycle or lie on no path between the ends. */
function orderLegs(legs: readonly Leg[], tokenCount: number): readonly Leg[] {
  const leaving = legsByStart(legs, tokenCount)
  const order: number[] = []
  const closing = new Set<Leg>()
  // Depth-first search from the sell token: tokens finish in reverse order, and a leg to one on the stack is a cycle.
  const state = new Uint8Array(tokenCount)
  const cursor = new Int32Array(tokenCount)
  const stack = [sellIndex]
  state[sellIndex] = 1
  for (let token = stack.at(-1); token !== undefined; token = stack.at(-1)) {
    const leg = leaving[token]?.[cursor[token] as number]
    cursor[token] = (cursor[token] as number) + 1
    if (!leg) {
      state[token] = 2
      order.push(token)
      stack.pop()
    } else if (state[leg.to] === 1) closing.add(leg)
    else if (state[leg.to] === 0) {
      state[leg.to] = 1
      stack.push(leg.to)
    }
  }
  return keepPathsToEnd(order, leaving, closing)
}

/** Keeps the legs that lead to the buy token, in order from the sell token; `order` has the tokens in reverse. */
function keepPathsToEnd(
  order: readonly number[],
  leaving: readonly (readonly Leg[] | undefined)[],
  closing: ReadonlySet<Leg>,
): readonly Leg[] {
  const leads = new Set([buyIndex])
  const kept: Leg[][] = []
  for (const token of order) {
    const useful = (leaving[token] ?? []).filter((leg) => !closing.has(leg) && leads.has(leg.to))
    if (useful.length === 0) continue
    leads.add(token)
    kept.push(useful.sort((a, b) => a.turn - b.turn))
  }
  return kept.reverse().flat()
}

/** The largest first, so that the smaller legs of a cycle close it; none into the start or out of the end. */
function legsByStart(legs: readonly Leg[], tokenCount: number) {
  const lists = new Array<Leg[] | undefined>(tokenCount)
  for (const leg of legs.toSorted((a, b) => b.amountIn - a.amountIn)) {
    if (leg.from === buyIndex || leg.to === sellIndex) continue
    const list = lists[leg.from]
    if (list) list.push(leg)
    else lists[leg.from] = [leg]
  }
  return lists
}
