import { ceilDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'
import type { Estimate, Fill, OppositeOrder, Sources } from './estimator'

/** Opposite orders that are matched at most. */
const maxFills = 3

/** Rounds in which what opposite orders take is brought down to what they are worth. */
const rounds = 3

/** Part of the amount, in percent, that goes to the pools at least: what they pay is the price for all. */
const minToPools = 10n

/**
 * Sells to opposite open orders what they want and the rest to the pools, or buys from both, all at one price: that of
 * the rest, which moves the market less than the whole would. So nobody pays more than the market asks, and what
 * opposite orders give is worth what they get. Undefined when no open order takes that price, or that is no better than
 * the pools alone.
 */
export function matchInventory(sources: Sources, request: RouteRequest): Estimate | undefined {
  if (sources.inventory.length === 0) return undefined
  const route = sources.split(request)
  if (!route) return undefined
  // The price can only get worse for them from that of the pools alone on.
  const willing = sources.inventory.filter(
    ({ order }) => order.sellAmount * route.sellAmount >= order.buyAmount * route.buyAmount,
  )
  const find = request.sellAmount === undefined ? matchPurchase : matchSale
  let best: Estimate | undefined
  for (let count = 1; count <= Math.min(maxFills, willing.length); count += 1) {
    const estimate = find({ request, route }, willing.slice(0, count))
    if (estimate && isBetter(estimate, best ?? route)) best = estimate
  }
  return best
}

/** Whether an estimate brings more for the same, or takes less. */
function isBetter(a: Route, b: Route): boolean {
  return a.buyAmount * b.sellAmount > b.buyAmount * a.sellAmount
}

type Match = {
  readonly request: RouteRequest
  /** Of the whole amount. */
  readonly route: Route
}

function matchSale(matched: Match, orders: readonly OppositeOrder[]): Estimate | undefined {
  const { sellToken, buyToken, gas } = matched.request
  const { sellAmount: whole, hops, buyAmount } = matched.route
  const amounts = matchedAmounts(matched.route, orders)
  const given = sum(amounts)
  // What is left over is less than the whole, so the pools of the whole suffice for it.
  const pools = hops.map(({ pool }) => pool)
  let rest = matched.route
  let bought = buyAmount
  for (let round = 0; round < rounds; round += 1) {
    // Each fill may be rounded up by the contract.
    const taken = ceilDiv(given * whole, bought) + BigInt(orders.length)
    if (isTooMuch(taken, whole)) return undefined
    const found = findRoute(pools, { sellToken, buyToken, gas, sellAmount: whole - taken })
    if (!found) return undefined
    rest = found
    bought = found.buyAmount + given
  }
  return estimateOf({ ...matched, rest, amounts, sold: whole, bought }, orders)
}

/** What pools ask for the rest is the price of all, so this needs no rounds. */
function matchPurchase(matched: Match, orders: readonly OppositeOrder[]): Estimate | undefined {
  const { sellToken, buyToken, gas, buyAmount: whole = 0n } = matched.request
  const amounts = matchedAmounts(matched.route, orders)
  const given = sum(amounts)
  if (isTooMuch(given, whole)) return undefined
  const pools = matched.route.hops.map(({ pool }) => pool)
  const rest = findRoute(pools, { sellToken, buyToken, gas, buyAmount: whole - given })
  if (!rest) return undefined
  const sold = ceilDiv((rest.sellAmount + BigInt(orders.length)) * whole, whole - given)
  return estimateOf({ ...matched, rest, amounts, sold, bought: whole }, orders)
}

function isTooMuch(matched: bigint, whole: bigint): boolean {
  return matched * 100n > whole * (100n - minToPools)
}

type Found = Match & {
  /** What pools do. */
  readonly rest: Route
  /** What each of the orders gives, in their sequence. */
  readonly amounts: readonly bigint[]
  /** All together. */
  readonly sold: bigint
  readonly bought: bigint
}

function estimateOf(
  { request, route: { bound }, rest, amounts, sold, bought }: Found,
  orders: readonly OppositeOrder[],
): Estimate | undefined {
  const fills = orders.map(({ order }, i): Fill => {
    const sellAmount = amounts[i] ?? 0n
    return { order, sellAmount, buyAmount: ceilDiv(sellAmount * sold, bought) }
  })
  if (!fills.every(isWithinLimit)) return undefined
  const [less, more] = request.sellAmount === undefined ? [bound, sold] : [bought, bound]
  const gapBps = less < more ? (Number(more - less) / Number(more)) * 10_000 : 0
  const { sellToken, buyToken } = request
  const ends = { sellToken, buyToken, sellAmount: sold, buyAmount: bought }
  const { gas, hops, impact } = rest
  return { ...ends, gas, hops, bound, gapBps, impact, fills }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** What each order gives: all it has, or what is wanted of it where it may be filled in parts. */
function matchedAmounts(route: Route, orders: readonly OppositeOrder[]): readonly bigint[] {
  let wanted = (route.buyAmount * (99n - minToPools)) / 100n
  return orders.map(({ order, remaining }) => {
    const amount = order.partiallyFillable && remaining > wanted ? wanted : remaining
    wanted = amount > wanted ? 0n : wanted - amount
    return amount
  })
}

function isWithinLimit({ order, sellAmount, buyAmount }: Fill): boolean {
  return sellAmount > 0n && buyAmount * order.sellAmount >= sellAmount * order.buyAmount
}
