import { type BatchDual, createBatchDual, evaluateBatch } from './batch-dual'
import type { BatchOrders } from './batch-market'
import type { PricedParts } from './imbalance'
import { minimiseBatch } from './solve-dual'

/**
 * Successive logarithmic discounts of an order's ask below the uniform price, each about two thirds of the last: asks
 * follow the prices, and a larger step would make orders drop out that the final prices fill.
 */
const discounts = [1e-2, 6e-3, 4e-3, 2.5e-3, 1.5e-3, 1e-3, 6e-4, 4e-4, 2.5e-4, 1.5e-4, 1e-4, 1e-4]

/** Rounds in which the less filled half of the partly filled fill-or-kill orders is removed: enough for 255 orders. */
const rounds = 8

/**
 * An order that gets this fraction more than its limit is fully executed: the last discount, its softness, and a
 * margin.
 */
const clear = 1.3e-4

/** Orders start and stop within this fraction of a round's discount, so that one discount separates full from empty. */
const softness = 0.2

/** Newton steps per round, each of which starts near its solution, and relative gain at which to stop. */
const maxIterations = 40
const tolerance = 1e-8

/**
 * Finds uniform prices from the dual prices, at which each order may be paid its limit: round by round, each order asks
 * for almost what it would get at the last round's prices, if that exceeds its limit. Scarce tokens become dearer, and
 * orders drop out or join. When it is late, partly filled orders stay as they are. See `docs/math/batch-dual.md`, section
 * 8.
 */
export function findUniformPrices(dual: BatchDual, isLate: () => boolean): PricedParts {
  const { orders } = dual.market
  const isWhole = (i: number) => orders.entries[i]?.order.partiallyFillable === false
  let found = approach(dual, orders)
  let parts = fillsOf(orders, found)
  for (let round = 0; round < rounds && !isLate(); round += 1) {
    const uncertain = [...parts.keys()]
      .filter((i) => isWhole(i) && (parts[i] as number) > 0 && (parts[i] as number) < 1)
      .sort((a, b) => (parts[a] as number) - (parts[b] as number))
    if (uncertain.length === 0) break
    for (const i of uncertain.slice(0, Math.ceil(uncertain.length / 2))) parts[i] = 0
    found = approach(found, excludeUnfilled(orders, parts))
    const left = parts
    parts = fillsOf(orders, found).map((fill, i) => (isWhole(i) && left[i] === 0 ? 0 : fill))
  }
  return {
    parts: parts.map((part, i) => (isWhole(i) ? Math.round(part) : part)),
    prices: found.prices,
  }
}

/** Like {@link findUniformPrices}, for a fixed set of orders: those with nonzero fractions. */
export function uniformPricesFor(dual: BatchDual, parts: Float64Array): Float64Array {
  return approach(dual, excludeUnfilled(dual.market.orders, parts)).prices
}

/** Executed fractions of orders at the prices of a problem: 1 for those that get clearly more than they ask. */
function fillsOf({ sell, buy, limits }: BatchOrders, { prices, fills }: BatchDual): Float64Array {
  return fills.map((fill, i) => {
    const rate = (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
    return rate > (limits[i] as number) * (1 + clear) ? 1 : fill
  })
}

/** The same orders, with some offering and asking nothing. */
function excludeUnfilled(orders: BatchOrders, parts: Float64Array): BatchOrders {
  const isOut = (i: number) => parts[i] === 0
  return {
    ...orders,
    gives: orders.gives.map((amount, i) => (isOut(i) ? 0 : amount)),
    asks: orders.asks.map((amount, i) => (isOut(i) ? 0 : amount)),
  }
}

function approach(dual: BatchDual, all: BatchOrders): BatchDual {
  const { market } = dual
  let current = dual
  for (const discount of discounts) {
    const orders = applyUniformDiscount(all, current.prices, discount)
    const { prices, floors } = current
    current = createBatchDual({ ...market, orders }, { prices, floors })
    current.softness = softness * discount
    evaluateBatch(current)
    minimiseBatch(current, { tolerance: tolerance * Math.abs(dual.value), maxIterations })
  }
  return current
}

function applyUniformDiscount(
  orders: BatchOrders,
  prices: Float64Array,
  discount: number,
): BatchOrders {
  const { sell, buy, limits, entries } = orders
  const more = limits.map((limit, i) => {
    const rate = (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
    return Math.max(1, (rate / limit) * Math.exp(-discount))
  })
  const isBuy = (i: number) => entries[i]?.order.kind === 'buy'
  return {
    ...orders,
    gives: orders.gives.map((amount, i) => (isBuy(i) ? amount / (more[i] as number) : amount)),
    asks: orders.asks.map((amount, i) => (isBuy(i) ? amount : amount * (more[i] as number))),
  }
}
