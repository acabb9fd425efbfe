import { createBatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { noOrders } from './cover-imbalance'
import type { PricedParts } from './imbalance'
import { floorsAt } from './solve-dual'
import { errorAt, type PaidOrders, type Saddle, stepToSaddle } from './surplus-saddle'

/** Successive barrier parameters, and Newton steps for each. */
const barriers = [1e-5, 2e-6, 4e-7, 8e-8, 1.6e-8]
const maxIterations = 25

/** A stage ends at this multiple of its barrier. */
const near = 20

/** Initial slack of each order; one without slack gets as much, and its limit restores it at the end. */
const minRoom = 2e-5

/** A token without alternatives may become worth this fraction of what it counts. */
const minWorth = 0.5

/** Minimum value of a token that no order buys. */
const worthless = 1e-200

/** Fraction of the traded value withheld at first. */
const keptBack = 2e-4

/**
 * Finds prices that pay these orders' surplus where it counts most, except for a small reserve, and the shifts, as
 * logarithms, to use up the reserve; undefined if there is no choice.
 *
 * Surplus counts at the auction's prices, but paying it costs what pools and other orders charge for the token. So it
 * is best paid in tokens that cost least relative to their count; these become cheaper and others dearer, within the
 * limits. Costs in turn depend on what is paid: prices and costs are found together, at the saddle point where no other
 * prices score higher and each token's supply is used up, by an interior point method.
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

/** Fraction of the total traded value added to that of each token. */
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
