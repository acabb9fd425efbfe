import { evaluateEdges } from '@/lib/routing/graph/trade-pools'
import { type BatchDual, createBatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { noOrders, type PricedParts } from './imbalance'
import { addEdge, type SaddleSystem, solveSaddle, square } from './matrix'
import { floorsAt } from './solve-dual'

/**
 * Successive barrier parameters, each a fifth of the last, and Newton steps for each. The last costs about its
 * part of the traded value.
 */
const barriers = [1e-5, 2e-6, 4e-7, 8e-8, 1.6e-8]
const maxIterations = 25

/** A stage ends at an error of this multiple of its barrier: the next one starts from it, and need not be nearer. */
const near = 20

/**
 * Initial slack of each order, twice the first barrier; one without slack gets as much, and its limit restores it at
 * the end.
 */
const minRoom = 2e-5

/** A token without alternatives may become worth this fraction of what it counts: a floor that bounds the search. */
const minWorth = 0.5

/** Minimum value of a token that no order buys, so that logarithms are finite. */
const worthless = 1e-200

/** Fraction of the traded value withheld at first: the reserve that the shifts use up as far as pools pay for it. */
const keptBack = 2e-4

/**
 * Finds prices that pay these orders' surplus where it counts most, except for a small reserve, and the shifts, as
 * logarithms, to use up the reserve; undefined if there is no choice.
 *
 * Surplus counts at the auction's prices, but paying it costs what pools and other orders charge for the token. So it
 * is best paid in tokens that cost least relative to their count; these become cheaper and others dearer, within the
 * limits. Costs in turn depend on what is paid: prices and costs are found together, at the saddle point where no other
 * prices score higher and each token's supply is used up, by an interior point method (Boyd & Vandenberghe, sections
 * 10.3.4 and 11.3). Derived in `docs/math/batch-dual.md`, section 8.
 */
export function distributeSurplus(
  market: BatchMarket,
  { parts, prices: start }: PricedParts,
): { readonly prices: Float64Array; readonly shifts: Float64Array } | undefined {
  const orders = takeParts(market, parts)
  if (orders.sell.length < 2) return undefined
  const saddle = createSaddle(market, { orders, prices: start })
  for (const barrier of barriers) approach(saddle, barrier)
  const whole = saddle.logPrices.slice()
  const { dual, volumes } = saddle
  for (const [k, price] of dual.prices.entries()) {
    dual.stock[k] = (-keptBack * (volumes[k] as number)) / price
  }
  approach(saddle, saddle.barrier)
  const prices = saddle.logPrices.map((log) => Math.exp(log))
  const shifts = whole.map((log, k) => log - (saddle.logPrices[k] as number))
  // Amounts that floats cannot distinguish have no saddle point.
  const isFound = prices.every((price) => price > 0 && price < Number.POSITIVE_INFINITY)
  return isFound && shifts.every(Number.isFinite) ? { prices, shifts } : undefined
}

function approach(saddle: Saddle, barrier: number): void {
  saddle.barrier = barrier
  for (let step = 0; step < maxIterations; step += 1) {
    if (!stepToSaddle(saddle) || errorAt(saddle) < near * barrier) return
  }
}

function takeParts({ orders }: BatchMarket, parts: Float64Array): PaidOrders {
  const { sell, buy, gives, asks, limits, entries } = orders
  const taken = [...parts.keys()].filter((i) => (parts[i] as number) > 0)
  const part = (amounts: Float64Array) =>
    Float64Array.from(taken, (i) => (amounts[i] as number) * (parts[i] as number))
  return {
    sell: Int32Array.from(taken, (i) => sell[i] as number),
    buy: Int32Array.from(taken, (i) => buy[i] as number),
    isBuy: Uint8Array.from(taken, (i) => (entries[i]?.order.kind === 'buy' ? 1 : 0)),
    given: part(gives),
    asked: part(asks),
    logLimits: Float64Array.from(taken, (i) => Math.log(limits[i] as number)),
  }
}

function createSaddle(
  market: BatchMarket,
  { orders, prices }: { readonly orders: PaidOrders; readonly prices: Float64Array },
): Saddle {
  const values = floorsAt(market.values)
  const floors = new Float64Array(prices.length).fill(worthless)
  for (const k of orders.buy) floors[k] = minWorth * (values[k] as number)
  const start = prices.map((price, k) => Math.max(price, values[k] as number))
  const dual = createBatchDual({ ...market, orders: noOrders }, { floors, prices: start })
  const logPrices = prices.map((price) => Math.log(price))
  const logLimits = orders.logLimits.map((limit, i) => {
    const [s, b] = [orders.sell[i] as number, orders.buy[i] as number]
    return Math.min(limit, (logPrices[s] as number) - (logPrices[b] as number) - minRoom)
  })
  const volumes = volumesOf(orders, prices)
  return { dual, orders: { ...orders, logLimits }, logPrices, volumes, barrier: 0 }
}

/** Fraction of the total traded value added to that of each token, so that its barrier is not zero. */
const minVolume = 1e-6

function volumesOf({ sell, buy, given }: PaidOrders, prices: Float64Array): Float64Array {
  const volumes = new Float64Array(prices.length)
  let whole = 0
  for (let i = 0; i < sell.length; i += 1) {
    const [s, b] = [sell[i] as number, buy[i] as number]
    const worth = (given[i] as number) * (prices[s] as number)
    volumes[s] = (volumes[s] as number) + worth
    volumes[b] = (volumes[b] as number) + worth
    whole += worth
  }
  return volumes.map((volume) => volume + whole * minVolume)
}

/** Orders with fixed amounts, as {@link stepToSaddle} needs them. */
type PaidOrders = {
  readonly sell: Int32Array
  readonly buy: Int32Array
  readonly isBuy: Uint8Array
  /** Atoms that each sells and asks for at its limit. */
  readonly given: Float64Array
  readonly asked: Float64Array
  /** Logarithms of the limits, in buy-token atoms per sell-token atom. */
  readonly logLimits: Float64Array
}

/**
 * A state of the search: logarithms of the uniform prices of all orders and, in `dual.prices`, the native score value
 * of tokens. Each limit holds with some slack.
 */
type Saddle = {
  readonly dual: BatchDual
  readonly orders: PaidOrders
  readonly logPrices: Float64Array
  /** Traded native value of each token. */
  readonly volumes: Float64Array
  /** Barrier parameter of limits and floors, as a fraction of the traded value. */
  barrier: number
}

/**
 * Maximum fraction of the distance to a limit or a floor per step, which keeps slack, and maximum change of a value.
 */
const reach = 0.9
const maxChange = 0.5

/** Regularisation of prices that nothing constrains, as a fraction of the traded value: below the last barrier. */
const hold = 1e-9

/** Minimum stiffness of prices, relative to that of the limits: costs of buy orders are not convex in the price. */
const minStiffness = 0.1

/**
 * Maximum number of step halvings, and required relative decrease of the error per step length (Boyd & Vandenberghe,
 * 10.3.2).
 */
const maxBacktracks = 12
const minFall = 0.01

/** Weight of price errors relative to amount errors: a reserve covers wrong amounts, nothing covers wrong prices. */
const priceWeight = 10

/** Derivatives at a point of the search. */
type Point = {
  /** Gradients by the logarithms of prices, and by those of values. */
  readonly pull: Float64Array
  readonly gradient: Float64Array
  readonly error: number
  readonly weight: Float64Array
  /** For each order: the slack above its limit, the marginal cost, and its derivative by a value. */
  readonly rooms: Float64Array
  readonly costs: Float64Array
  readonly priced: Float64Array
}

/**
 * Takes one Newton step, for the given barrier, towards the saddle point where no other prices score higher and no
 * token is scarce or left over; returns false if it finds no better point.
 */
function stepToSaddle(saddle: Saddle): boolean {
  const { logPrices, dual } = saddle
  const { prices } = dual
  const here = evaluate(saddle)
  const [moves, changes] = solveSaddle(systemAt(saddle, here), here)
  const [oldLogs, oldPrices] = [logPrices.slice(), prices.slice()]
  let length = longest(saddle, here, [moves, changes])
  for (let tries = 0; tries < maxBacktracks; tries += 1) {
    for (let k = 0; k < prices.length; k += 1) {
      logPrices[k] = (oldLogs[k] as number) + length * (moves[k] as number)
      prices[k] = (oldPrices[k] as number) * (1 + length * (changes[k] as number))
    }
    if (evaluate(saddle).error < here.error * (1 - minFall * length)) return true
    length /= 2
  }
  return false
}

/** Distance of a point from the saddle, as a fraction of the traded value. */
function errorAt(saddle: Saddle): number {
  return evaluate(saddle).error
}

function evaluate({ dual, orders, logPrices, volumes, barrier }: Saddle): Point {
  const { prices, roots, gradient, stock, floors, market } = dual
  const pull = new Float64Array(prices.length)
  for (let k = 0; k < prices.length; k += 1) {
    const price = prices[k] as number
    roots[k] = Math.sqrt(price)
    const near = 1 - (floors[k] as number) / price
    gradient[k] = price * (stock[k] as number) - (barrier * (volumes[k] as number)) / near
  }
  evaluateEdges(market.pools, dual)
  const { sell, buy, isBuy, given, asked, logLimits } = orders
  const [rooms, costs, priced] = [given.slice(), given.slice(), given.slice()]
  for (let i = 0; i < sell.length; i += 1) {
    const [s, b] = [sell[i] as number, buy[i] as number]
    const room = (logPrices[s] as number) - (logPrices[b] as number) - (logLimits[i] as number)
    const worth = (prices[s] as number) * (given[i] as number)
    const more = Math.exp(isBuy[i] ? -room : room)
    const brought = isBuy[i] ? worth * more : worth
    const paid = (prices[b] as number) * (asked[i] as number) * (isBuy[i] ? 1 : more)
    const cost =
      (isBuy[i] ? brought : paid) - (market.values[b] as number) * (asked[i] as number) * more
    const push = (barrier * worth) / room - cost
    gradient[s] = (gradient[s] as number) + brought
    gradient[b] = (gradient[b] as number) - paid
    pull[s] = (pull[s] as number) + push
    pull[b] = (pull[b] as number) - push
    rooms[i] = room
    costs[i] = cost
    priced[i] = isBuy[i] ? brought : paid
  }
  const error = errorOf(pull, gradient) / volumes.reduce((sum, each) => sum + each, 0)
  const weight = dual.weight.slice()
  return { pull, gradient: gradient.slice(), error, weight, rooms, costs, priced }
}

function errorOf(pull: Float64Array, gradient: Float64Array): number {
  let sum = 0
  for (let k = 0; k < pull.length; k += 1) {
    sum += (gradient[k] as number) ** 2 + (priceWeight * (pull[k] as number)) ** 2
  }
  return Math.sqrt(sum)
}

function systemAt({ dual, orders, volumes, barrier }: Saddle, here: Point): SaddleSystem {
  const { prices, floors, market } = dual
  const size = prices.length
  const [bend, cross, curve] = [square(size), square(size), square(size)]
  const { first, second } = market.pools
  for (let i = 0; i < first.length; i += 1) {
    const weight = here.weight[i] as number
    if (weight > 0) addEdge(curve, [first[i] as number, second[i] as number], weight)
  }
  const held = volumes.reduce((sum, each) => sum + each, 0) * hold
  for (let k = 0; k < size; k += 1) {
    const near = 1 - (floors[k] as number) / (prices[k] as number)
    const stiff = (barrier * (volumes[k] as number)) / near ** 2
    curve.at[k * size + k] = (curve.at[k * size + k] as number) + stiff + held
    bend.at[k * size + k] = (bend.at[k * size + k] as number) + held
  }
  const { sell, buy, isBuy, given } = orders
  for (let i = 0; i < sell.length; i += 1) {
    const [s, b] = [sell[i] as number, buy[i] as number]
    const stiff =
      (barrier * (prices[s] as number) * (given[i] as number)) / (here.rooms[i] as number) ** 2
    const growth = (here.costs[i] as number) * (isBuy[i] ? -1 : 1)
    addEdge(bend, [s, b], Math.max(stiff + growth, stiff * minStiffness))
    const column = isBuy[i] ? s : b
    const amount = here.priced[i] as number
    cross.at[s * size + column] = (cross.at[s * size + column] as number) - amount
    cross.at[b * size + column] = (cross.at[b * size + column] as number) + amount
  }
  return { bend, cross, curve }
}

/** Maximum step length that keeps slack in all limits and floors. */
function longest(
  { dual, orders }: Saddle,
  { rooms }: Point,
  [moves, changes]: readonly [Float64Array, Float64Array],
): number {
  let length = 1
  for (let i = 0; i < rooms.length; i += 1) {
    const change =
      (moves[orders.sell[i] as number] as number) - (moves[orders.buy[i] as number] as number)
    if (change < 0) length = Math.min(length, (reach * (rooms[i] as number)) / -change)
  }
  for (let k = 0; k < changes.length; k += 1) {
    const change = changes[k] as number
    const near = 1 - (dual.floors[k] as number) / (dual.prices[k] as number)
    if (change < 0) length = Math.min(length, (reach * near) / -change)
    length = Math.min(length, maxChange / Math.abs(change))
  }
  return length
}
