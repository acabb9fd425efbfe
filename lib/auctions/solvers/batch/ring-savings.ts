import { rounding } from '@/lib/routing/dual/dual-bound'
import type { BatchDual } from './batch-dual'
import { findCirculation } from './circulation'
import { listRings, type Ring } from './list-rings'

/** The slack that most rings have, for which they are sought, one search after the other in what is left. */
const slacks = [0.02, 0.02, 0.04]

/** What the logarithm of the room of one order may be wrong by. */
const wrong = 1e-12

/** The orders of a problem at its prices, as rings need them. */
type Priced = {
  /** Native atoms that an order brings at its limit, what it costs taken off; those of zero are best left out. */
  readonly gains: Float64Array
  /** Numbers of the prices at which each order sells and buys. */
  readonly sellPrice: Int32Array
  readonly buyPrice: Int32Array
}

type Terms = {
  readonly gains: Float64Array
  /** The logarithm of what an order would get at the prices of the problem over its limit. */
  readonly rooms: Float64Array
  /** What it costs beyond what it counts that an order gets more, per unit of the logarithm, at first. */
  readonly slopes: Float64Array
  /** Whether that cost falls as it gets more: of an order that buys a given amount. */
  readonly isBent: Uint8Array
}

/**
 * Native atoms by which the sum of `gains`, each at its limit, is too high, since one price holds for all.
 *
 * Why it holds: around a ring of orders, each of which sells what the one before it buys, prices multiply to one. An
 * order may stand in it the other way round. If all of a ring trade, the forward ones get together at least its slack
 * above their limits: what their limits leave room for (as logarithms), less what those of the others do, who get
 * their limits at least. To give an order more than its limit costs more than it counts, by its slope. So a ring with
 * the flow `f` through it loses `f` times its slack where each forward order has a slope of `f`; or one of its orders
 * does not trade, and that one's gain is lost. An order of several rings is divided among them, each of which takes as
 * much of it as makes its slope and its gain enough. What orders execute in part is no better, since then all
 * terms are in proportion to it. See `docs/math/batch-dual.md`, section 5.
 */
export function ringSavings(dual: BatchDual, priced: Priced): number {
  const terms = termsOf(dual, priced)
  const left = new Float64Array(priced.gains.length).fill(1 - rounding)
  return slacks.reduce((sum, slack) => sum + takeRings(terms, { ...priced, slack, left }), 0)
}

function termsOf({ market, prices }: BatchDual, { gains }: Priced): Terms {
  const { sell, buy, gives, asks, fees, limits, entries } = market.orders
  const isBent = Uint8Array.from(entries, ({ order }) => (order.kind === 'buy' ? 1 : 0))
  const slopes = gains.map((_, i) => {
    const asked = asks[i] as number
    const counted = asked * (market.values[buy[i] as number] as number)
    const worth = isBent[i]
      ? (gives[i] as number) * (prices[sell[i] as number] as number)
      : asked * (prices[buy[i] as number] as number)
    return Math.max(0, worth * (1 - rounding) - counted * (1 + rounding))
  })
  const rooms = gains.map((_, i) => {
    const [s, b] = [prices[sell[i] as number] as number, prices[buy[i] as number] as number]
    return Math.log(s / b / (limits[i] as number))
  })
  // With a signed fee a buy order may gain most elsewhere than at its limit; and some have none.
  const isLimited = (i: number) => fees[i] === 0 && Number.isFinite(rooms[i])
  const known = gains.map((gain, i) => (isLimited(i) ? gain : 0))
  return { gains: known, rooms, slopes, isBent }
}

type Search = Priced & {
  readonly slack: number
  /** What no ring has taken yet of each order, from 0 to 1. */
  readonly left: Float64Array
}

/** Takes rings out of what is left of orders; what they save. */
function takeRings(terms: Terms, { slack, left, sellPrice, buyPrice }: Search): number {
  const max = terms.gains.map((gain, i) => (gain * (left[i] as number)) / slack)
  const orders = [...max.keys()].filter((i) => (max[i] as number) > 0)
  const slope = (i: number) => (terms.slopes[i] as number) * (left[i] as number)
  const network = {
    nodeCount: Math.max(0, ...sellPrice, ...buyPrice) + 1,
    from: Int32Array.from(orders, (i) => sellPrice[i] as number),
    to: Int32Array.from(orders, (i) => buyPrice[i] as number),
    gain: Float64Array.from(orders, (i) => Math.max(0, terms.rooms[i] as number)),
    max: Float64Array.from(orders, (i) => Math.min(slope(i), max[i] as number)),
    min: Float64Array.from(orders, (i) => -(max[i] as number)),
  }
  let saved = 0
  for (const ring of listRings(network, findCirculation(network))) {
    const weighed = weigh(terms, orders, ring)
    if (!weighed) continue
    const { saving, parts } = weighed
    const times = Math.min(1, ...parts.map(([i, part]) => (left[i] as number) / part))
    for (const [i, part] of parts)
      left[i] = Math.max(0, (left[i] as number) - part * times * (1 + rounding))
    saved += saving * times * (1 - rounding)
  }
  return saved
}

type Weighed = {
  readonly saving: number
  /** How much of each order the ring needs. */
  readonly parts: readonly (readonly [order: number, part: number])[]
}

/** What a ring saves if it may have the parts of its orders that it needs; undefined when it saves nothing. */
function weigh(terms: Terms, orders: readonly number[], { arcs, flow }: Ring): Weighed | undefined {
  const members = arcs.map(({ arc, isForward }) => ({ i: orders[arc] as number, isForward }))
  const slack = members.reduce(
    (sum, { i, isForward }) => sum + (terms.rooms[i] as number) * (isForward ? 1 : -1) - wrong,
    0,
  )
  if (!(slack > 0) || slack > 1) return undefined
  const parts = members.map(({ i, isForward }) => {
    const slope = (terms.slopes[i] as number) * (terms.isBent[i] ? 1 - slack / 2 : 1)
    const need = Math.max(slack / (terms.gains[i] as number), isForward ? 1 / slope : 0)
    return [i, flow * need] as const
  })
  if (!parts.every(([, part]) => Number.isFinite(part))) return undefined
  return { saving: flow * slack, parts }
}
