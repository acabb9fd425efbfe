import { rounding } from '@/lib/routing/dual/dual-bound'
import type { BatchDual } from './batch-dual'
import { findCirculation, listRings, type Ring } from './circulation'

/**
 * Successive slacks for which rings are searched, each in what the previous ones left. Limits a few per cent from the
 * market are usual; any values give a bound, the nearest ones the lowest.
 */
const slacks = [0.02, 0.02, 0.04]

/** Error margin of one order's logarithmic slack: some thousand units of a float's rounding. */
const wrong = 1e-12

/** A problem's orders at its prices, as rings need them. */
type Priced = {
  /** Native gain of an order at its limit, net of cost; omit those with zero. */
  readonly gains: Float64Array
  /** Indices of the sell and buy prices of each order. */
  readonly sellPrice: Int32Array
  readonly buyPrice: Int32Array
}

type Terms = {
  readonly gains: Float64Array
  /** Logarithm of the dual price over the order's limit. */
  readonly rooms: Float64Array
  /** Initial cost, beyond what it counts, of giving the order more, per unit of the logarithm. */
  readonly slopes: Float64Array
  /** Whether that cost falls as the order gets more: a buy order. */
  readonly isBent: Uint8Array
}

/**
 * Returns the native amount by which the sum of `gains`, each at its limit, overestimates, since one price per token
 * holds for all.
 *
 * Proof: around a ring of orders, each of which sells what the previous one buys, prices multiply to one. An order may
 * also stand in the ring backwards. If all orders of a ring trade, the forward ones together get at least the ring's
 * slack above their limits: the logarithmic room of their limits, minus that of the backward ones, who get at least
 * their limits. Giving an order more than its limit costs more than it counts, by its slope. So a ring with the flow
 * `f` loses `f` times its slack if each forward order has a slope of `f`; or one of its orders does not trade, and its
 * gain is lost. An order in several rings is divided among them, each taking enough of its slope and gain. Partial
 * execution is no better, since all terms scale. See `docs/math/batch-dual.md`, section 5.
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
  // With a signed fee, a buy order's maximum gain may lie elsewhere than at its limit; and some orders have none.
  const isLimited = (i: number) => fees[i] === 0 && Number.isFinite(rooms[i])
  const known = gains.map((gain, i) => (isLimited(i) ? gain : 0))
  return { gains: known, rooms, slopes, isBent }
}

type Search = Priced & {
  readonly slack: number
  /** The fraction of each order not used by a ring yet, from 0 to 1. */
  readonly left: Float64Array
}

/** Extracts rings from what is left of the orders; returns their savings. */
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
    const evaluated = evaluateRing(terms, orders, ring)
    if (!evaluated) continue
    const { saving, parts } = evaluated
    const times = Math.min(1, ...parts.map(([i, part]) => (left[i] as number) / part))
    for (const [i, part] of parts)
      left[i] = Math.max(0, (left[i] as number) - part * times * (1 + rounding))
    saved += saving * times * (1 - rounding)
  }
  return saved
}

type EvaluatedRing = {
  readonly saving: number
  /** The fraction of each order that the ring needs. */
  readonly parts: readonly (readonly [order: number, part: number])[]
}

/** The savings of a ring with the needed fractions of its orders; undefined if there are none. */
function evaluateRing(
  terms: Terms,
  orders: readonly number[],
  { arcs, flow }: Ring,
): EvaluatedRing | undefined {
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
