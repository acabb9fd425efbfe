import { ceilDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'
import type { Estimate, Fill, OppositeOrder, Sources } from './estimator'

/** Maximum number of matched opposite orders: each costs gas, and one whose owner cannot pay spoils the quote. */
const maxFills = 3

/** Maximum rounds in which the fills are reduced to amounts that the price allows; each searches a route. */
const rounds = 3

/** Minimum share of the amount that trades with the pools, in percent: the pools set the price for all. */
const minToPools = 10n

/**
 * Fills opposite open orders and trades the rest with the pools, all at the pools' price for the rest. A smaller trade
 * moves the market less than the whole would, so the taker never pays more than the market price and the makers receive
 * market value. Undefined if no open order accepts that price, or if it does not improve on the pools alone.
 */
export function matchInventory(sources: Sources, request: RouteRequest): Estimate | undefined {
  if (sources.inventory.length === 0) return undefined
  const route = sources.split(request)
  if (!route) return undefined
  // From here on the price only becomes worse for the makers.
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

/** Returns whether an estimate buys more for the same input, or sells less for the same output. */
function isBetter(a: Route, b: Route): boolean {
  return a.buyAmount * b.sellAmount > b.buyAmount * a.sellAmount
}

type Match = {
  readonly request: RouteRequest
  /** Share of the whole amount. */
  readonly route: Route
}

function matchSale(matched: Match, orders: readonly OppositeOrder[]): Estimate | undefined {
  const { sellToken, buyToken, gas } = matched.request
  const { sellAmount: whole, hops, buyAmount } = matched.route
  const amounts = matchedAmounts(matched.route, orders)
  const given = sum(amounts)
  // The rest is smaller than the whole, so the pools selected for the whole are sufficient.
  const pools = hops.map(({ pool }) => pool)
  let rest = matched.route
  let bought = buyAmount
  for (let round = 0; round < rounds; round += 1) {
    // The contract may round up each fill.
    const taken = ceilDiv(given * whole, bought) + BigInt(orders.length)
    if (isTooMuch(taken, whole)) return undefined
    const found = findRoute(pools, { sellToken, buyToken, gas, sellAmount: whole - taken })
    if (!found) return undefined
    rest = found
    bought = found.buyAmount + given
  }
  return estimateOf({ ...matched, rest, amounts, sold: whole, bought }, orders)
}

/** A purchase needs no rounds: the pools' price for the rest applies to all. */
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
  /** The pools' part. */
  readonly rest: Route
  /** Amount that each order sells, in the given order. */
  readonly amounts: readonly bigint[]
  /** Their sum. */
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

/** Returns the amount that each order sells: all of it, or just what is needed if it is partially fillable. */
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
