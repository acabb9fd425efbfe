import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  gasCostIn,
  poolsFor,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { cappedValue, isTrusted } from '@/lib/auctions/model/capped-value'
import { costToCover, networkCost } from '@/lib/auctions/model/ledger'
import {
  estimateUsage,
  type Solution,
  type SolutionTrade,
  tradesAt,
} from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { ceilDiv, maxAmount, minAmount, mulDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'

const solver = 'route'

/** Sizes tried for a partially fillable order, each half the last, down to a thirty-second. */
const attempts = 6

/**
 * Settles one order alone against the pools. Its surplus covers the network cost as far as possible; undefined if no
 * route reaches the limit.
 */
export function routeOrder(auction: Auction, entry: AuctionOrder): Solution | undefined {
  let executed = executableAmount(entry)
  for (let attempt = 1; executed > 0n && attempt <= attempts; attempt += 1) {
    const solution = routeAmount(auction, entry, executed)
    if (solution || !entry.order.partiallyFillable) return solution
    executed /= 2n
  }
  return undefined
}

/** The market's result for an order, and its clearing prices. */
type CostedFill = {
  /** The order's sell and buy tokens. */
  readonly sold: bigint
  readonly bought: bigint
  readonly routes: readonly Route[]
  readonly gas: bigint
}

function routeAmount(
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
): Solution | undefined {
  const { order } = entry
  const fill = costMethodOf(auction, entry)(auction, entry, executed)
  if (!fill) return undefined
  const { sold, bought, routes, gas } = fill
  const clearingPrices = new Map([
    [order.sellToken, bought],
    [order.buyToken, sold],
  ])
  const trades = tradesAt(clearingPrices, [{ entry, executedAmount: executed }])
  return trades && { solver, clearingPrices, trades, routes, gas }
}

type CostMethod = (
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
) => CostedFill | undefined

/**
 * The network cost is paid in the token whose amount is free, unless that is untrusted and cannot pay for anything:
 * then in the other one or, if both are untrusted, in the native token on the route.
 */
function costMethodOf(auction: Auction, { order }: AuctionOrder): CostMethod {
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const [free, exact] = order.kind === 'sell' ? [buyToken, sellToken] : [sellToken, buyToken]
  if (auction.costCoverBps === 0n || isTrusted(auction, free)) return chargeFreeToken
  return isTrusted(auction, exact) ? chargeExactToken : chargeOnRoute
}

/** Takes the cost in the free token: from the bought amount (sell order), or in addition to the sold amount. */
function chargeFreeToken(
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
): CostedFill | undefined {
  const { order } = entry
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const isUnwrap = sellToken === buyToken
  const route = isUnwrap ? undefined : findWay(auction, entry, { exact: executed })
  if (!route && !isUnwrap) return undefined
  const routes = route ? [route] : []
  const given = route ?? { sellAmount: executed, buyAmount: executed }
  const usage = estimateUsage([entry], routes)
  const { gas } = usage
  const unpaid = unpaidCost(auction, entry, { executed, cost: networkCost(auction, usage) })
  const limit = limitOf(entry, executed)
  if (order.kind === 'sell') {
    const cost = inToken(auction, buyToken, unpaid)
    if (cost === undefined || given.buyAmount < limit) return undefined
    const bought = given.buyAmount - minAmount(cost, given.buyAmount - limit)
    return { sold: executed, bought, routes, gas }
  }
  const cost = inToken(auction, sellToken, unpaid)
  if (cost === undefined || given.sellAmount > limit) return undefined
  return { sold: minAmount(limit, given.sellAmount + cost), bought: executed, routes, gas }
}

/** Maximum number of iterations, since a route that pays a cost may use different gas. */
const maxIterations = 3

/** Takes the cost in the fixed token: sells less to the pools, or buys more from them. */
function chargeExactToken(
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
): CostedFill | undefined {
  const { order } = entry
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const isSell = order.kind === 'sell'
  let kept = 0n
  for (let turn = 0; turn < maxIterations; turn += 1) {
    const exact = isSell ? executed - kept : executed + kept
    const route = exact > 0n ? findWay(auction, entry, { exact }) : undefined
    if (!route) return undefined
    const usage = estimateUsage([entry], [route])
    const { gas } = usage
    const unpaid = unpaidCost(auction, entry, { executed, cost: costToCover(auction, usage) })
    const cost = inToken(auction, isSell ? sellToken : buyToken, unpaid)
    if (cost === undefined) return undefined
    const fill = isSell
      ? { sold: executed, bought: route.buyAmount, routes: [route], gas }
      : { sold: route.sellAmount, bought: executed, routes: [route], gas }
    if (kept >= cost) return withinLimit(entry, executed, fill)
    kept = maxAmount(kept, cost)
  }
  return undefined
}

/** Sells for the wrapped native token, takes the cost from that, and buys with the rest. */
function chargeOnRoute(
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
): CostedFill | undefined {
  const { wrappedNative } = auction
  const legs = { in: { buyToken: wrappedNative }, out: { sellToken: wrappedNative } }
  let kept = 0n
  for (let turn = 0; turn < maxIterations; turn += 1) {
    const isSell = entry.order.kind === 'sell'
    const first = findWay(auction, entry, { exact: executed, ...(isSell ? legs.in : legs.out) })
    const middle = first && (isSell ? first.buyAmount - kept : first.sellAmount + kept)
    if (!first || !middle || middle <= 0n) return undefined
    const second = findWay(auction, entry, { exact: middle, ...(isSell ? legs.out : legs.in) })
    if (!second) return undefined
    const [sale, purchase] = isSell ? [first, second] : [second, first]
    const routes = [sale, purchase]
    const usage = estimateUsage([entry], routes)
    const { gas } = usage
    const cost = costToCover(auction, usage)
    const fill = { sold: sale.sellAmount, bought: purchase.buyAmount, routes, gas }
    if (kept >= cost) {
      const own = isSell ? { ...fill, sold: executed } : { ...fill, bought: executed }
      return withinLimit(entry, executed, own)
    }
    kept = cost
  }
  return undefined
}

function withinLimit(
  entry: AuctionOrder,
  executed: bigint,
  fill: CostedFill,
): CostedFill | undefined {
  const limit = limitOf(entry, executed)
  const isWithin = entry.order.kind === 'sell' ? fill.bought >= limit : fill.sold <= limit
  return isWithin ? fill : undefined
}

/** The minimum bought, or maximum sold, for the executed amount. */
function limitOf({ order }: AuctionOrder, executed: bigint): bigint {
  return order.kind === 'sell'
    ? ceilDiv(order.buyAmount * executed, order.sellAmount)
    : mulDiv(order.sellAmount, executed, order.buyAmount)
}

type Leg = {
  /** The amount sold (sell order) or bought. */
  readonly exact: bigint
  readonly sellToken?: Address
  readonly buyToken?: Address
}

/** The best route net of gas for an order, or for other tokens on its behalf. */
export function findWay(
  auction: Auction,
  entry: AuctionOrder,
  { exact, ...tokens }: Leg,
): Route | undefined {
  const pair = { ...tradedPair(entry.order, auction.wrappedNative), ...tokens }
  const isSell = entry.order.kind === 'sell'
  const amount = isSell ? { sellAmount: exact } : { buyAmount: exact }
  const gas = gasCostIn(auction, isSell ? pair.buyToken : pair.sellToken)
  return findRoute(poolsFor(auction, [entry]), { ...pair, ...amount, gas })
}

/** The part of a cost that the executed amount's signed fee does not cover, in native atoms. */
export function unpaidCost(
  auction: Auction,
  { order }: AuctionOrder,
  { executed, cost }: { readonly executed: bigint; readonly cost: bigint },
): bigint {
  if (!isTrusted(auction, order.sellToken)) return cost
  const fee = mulDiv(order.feeAmount, executed, wholeAmount(order))
  const paid = cappedValue(auction, order.sellToken, fee)
  return cost > paid ? cost - paid : 0n
}

/** Converts `wei` to atoms of `token`, rounded up. */
export function inToken(auction: Auction, token: Address, wei: bigint): bigint | undefined {
  const price = auction.prices.get(token)
  return price ? ceilDiv(wei * 10n ** 18n, price) : undefined
}

/** A buy order's search stops at prices worse than its trade's by this factor: such a comparison says enough. */
const worstFactor = 100n

/**
 * Returns what an order would get for a trade's fill if it were settled alone through the auction's pools: atoms bought
 * (sell order) or sold (buy order), net of the network cost, without its limit and protocol fees. Undefined without a
 * route.
 */
export function fillAlone(
  auction: Auction,
  { uid, executedAmount, sellAmount }: SolutionTrade,
): bigint | undefined {
  const entry = auction.orders.find((each) => each.uid === uid)
  if (!entry) return undefined
  const { charge: _, order, ...rest } = entry
  const isSell = order.kind === 'sell'
  const filled = {
    ...order,
    ...(isSell
      ? { sellAmount: executedAmount, buyAmount: 1n }
      : { sellAmount: sellAmount * worstFactor, buyAmount: executedAmount }),
    feeAmount: mulDiv(order.feeAmount, executedAmount, wholeAmount(order)),
    partiallyFillable: false,
  }
  const available = filled.sellAmount + filled.feeAmount
  const alone: AuctionOrder = { ...rest, order: filled, remaining: executedAmount, available }
  const [trade] = routeOrder(auction, alone)?.trades ?? []
  return isSell ? trade?.buyAmount : trade?.sellAmount
}
