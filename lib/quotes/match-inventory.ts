import { ceilDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'
import type { Estimate, Fill, OppositeOrder, Sources } from './estimator'

/** Opposite orders that are matched at most. */
const mostFills = 3

/** Rounds in which what opposite orders take is brought down to what they are worth. */
const rounds = 3

/** Part of the sell amount, in percent, that goes to the pools at least: what they pay is the price for all. */
const leastToPools = 10n

/**
 * Sells to opposite open orders what they want and the rest to the pools, all at one price: that of the rest, which
 * moves the market less than the whole would. So nobody pays more than the market asks, and what opposite orders
 * give is worth what they get. Undefined when no open order takes that price, or that is no better than the pools
 * alone; purchases are left to the pools.
 */
export function matchInventory(sources: Sources, request: RouteRequest): Estimate | undefined {
  if (request.sellAmount === undefined || sources.inventory.length === 0) return undefined
  const route = sources.split(request)
  if (!route) return undefined
  // The price can only rise from that of the pools alone on.
  const willing = sources.inventory.filter(
    ({ order }) => order.sellAmount * route.sellAmount >= order.buyAmount * route.buyAmount,
  )
  let best: Estimate | undefined
  for (let count = 1; count <= Math.min(mostFills, willing.length); count += 1) {
    const estimate = match({ request, route }, willing.slice(0, count))
    if (estimate && estimate.buyAmount > (best ?? route).buyAmount) best = estimate
  }
  return best
}

type Match = {
  readonly request: RouteRequest
  /** Of the whole amount. */
  readonly route: Route
}

function match({ request, route }: Match, orders: readonly OppositeOrder[]): Estimate | undefined {
  const { sellToken, buyToken, gas } = request
  const { sellAmount: whole, bound } = route
  const amounts = matchedAmounts(route, orders)
  const given = amounts.reduce((sum, amount) => sum + amount, 0n)
  // What is left over is less than the whole, so the pools of the whole suffice for it.
  const pools = route.hops.map(({ pool }) => pool)
  let rest = route
  let bought = route.buyAmount
  for (let round = 0; round < rounds; round += 1) {
    // Each fill may be rounded up by the contract.
    const taken = ceilDiv(given * whole, bought) + BigInt(orders.length)
    if (taken * 100n > whole * (100n - leastToPools)) return undefined
    const found = findRoute(pools, { sellToken, buyToken, gas, sellAmount: whole - taken })
    if (!found) return undefined
    rest = found
    bought = found.buyAmount + given
  }
  const fills = orders.map(({ order }, i): Fill => {
    const sellAmount = amounts[i] ?? 0n
    return { order, sellAmount, buyAmount: ceilDiv(sellAmount * whole, bought) }
  })
  if (!fills.every(isWithinLimit)) return undefined
  const gapBps = bought < bound ? (Number(bound - bought) / Number(bound)) * 10_000 : 0
  const { hops, gas: restGas } = rest
  const ends = { sellToken, buyToken, sellAmount: whole, buyAmount: bought }
  return { ...ends, gas: restGas, hops, bound, gapBps, fills }
}

/** What each order gives: all it has, or what is wanted of it where it may be filled in parts. */
function matchedAmounts(route: Route, orders: readonly OppositeOrder[]): readonly bigint[] {
  let wanted = (route.buyAmount * (99n - leastToPools)) / 100n
  return orders.map(({ order, remaining }) => {
    const amount = order.partiallyFillable && remaining > wanted ? wanted : remaining
    wanted = amount > wanted ? 0n : wanted - amount
    return amount
  })
}

function isWithinLimit({ order, sellAmount, buyAmount }: Fill): boolean {
  return sellAmount > 0n && buyAmount * order.sellAmount >= sellAmount * order.buyAmount
}
