import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount, mulDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  gasCostIn,
  nativeValue,
  poolsFor,
  tradedPair,
  wholeAmount,
} from './auction'
import { mergeSolutions } from './merge-solutions'
import { estimateGas, type Solution, type Solver, tradesAt } from './solution'

const solver = 'route'
/** A partially fillable order that does not fit whole is tried at half of it, this many times. */
const attempts = 6

/** Orders that are routed in one auction, those worth most above their limits: a route takes milliseconds. */
const mostRouted = 300

/** Routes each order alone through the pools, and settles those together that do not touch each other. */
export const routeSolver: Solver = {
  name: solver,
  solve: async (auction) => {
    const singles = routeOrders({ ...auction, orders: mostWorth(auction) })
    const merged = mergeSolutions(auction, singles)
    return merged && merged.trades.length > 1 ? [merged, ...singles] : singles
  },
}

/** The orders that would have most surplus at the auction's prices, in the sequence of the auction. */
function mostWorth({ orders, prices, wrappedNative }: Auction): readonly AuctionOrder[] {
  if (orders.length <= mostRouted) return orders
  const worth = (token: Address, amount: bigint) => nativeValue(amount, prices.get(token) ?? 0n)
  const ranked = orders.map((entry) => {
    const { sellToken, buyToken } = tradedPair(entry.order, wrappedNative)
    const { sellAmount, buyAmount } = entry.order
    const surplus = worth(sellToken, sellAmount) - worth(buyToken, buyAmount)
    return { entry, surplus: mulDiv(surplus, executableAmount(entry), wholeAmount(entry.order)) }
  })
  ranked.sort((a, b) => (a.surplus > b.surplus ? -1 : a.surplus < b.surplus ? 1 : 0))
  const chosen = new Set(ranked.slice(0, mostRouted).map(({ entry }) => entry))
  return orders.filter((entry) => chosen.has(entry))
}

/** Every order that the pools can settle alone. */
export function routeOrders(auction: Auction): Solution[] {
  return auction.orders
    .filter((entry) => isNearMarket(auction, entry))
    .flatMap((entry) => routeOrder(auction, entry) ?? [])
}

/** Whether the limit asks for at most a fifth more than the market is worth; the rest need no search. */
function isNearMarket(auction: Auction, { order }: AuctionOrder): boolean {
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const given = order.sellAmount * (auction.prices.get(sellToken) ?? 0n)
  const asked = order.buyAmount * (auction.prices.get(buyToken) ?? 0n)
  return asked * 5n <= given * 6n
}

/**
 * Settles one order alone against the pools. The network cost is taken out of what the route gives above
 * the limit, as far as that goes; undefined when no route reaches the limit.
 */
function routeOrder(auction: Auction, entry: AuctionOrder): Solution | undefined {
  let executed = executableAmount(entry)
  for (let attempt = 1; executed > 0n && attempt <= attempts; attempt += 1) {
    const solution = routeAmount(auction, entry, executed)
    if (solution || !entry.order.partiallyFillable) return solution
    executed /= 2n
  }
  return undefined
}

function routeAmount(
  auction: Auction,
  entry: AuctionOrder,
  executed: bigint,
): Solution | undefined {
  const { order } = entry
  const pair = tradedPair(order, auction.wrappedNative)
  const isUnwrap = pair.sellToken === pair.buyToken
  const amount = order.kind === 'sell' ? { sellAmount: executed } : { buyAmount: executed }
  const optimised = order.kind === 'sell' ? pair.buyToken : pair.sellToken
  const request = { ...pair, ...amount, gas: gasCostIn(auction, optimised) }
  const route = isUnwrap ? undefined : findRoute(poolsFor(auction, [entry]), request)
  if (!route && !isUnwrap) return undefined
  const routes = route ? [route] : []
  const gas = estimateGas([entry], routes)
  const given = route ?? { sellAmount: executed, buyAmount: executed }
  const prices = priceAlone(auction, entry, { executed, given, gas })
  const trades = prices && tradesAt(prices, [{ entry, executedAmount: executed }])
  if (!prices || !trades) return undefined
  return { solver, clearingPrices: prices, trades, routes, gas }
}

type Market = {
  readonly executed: bigint
  readonly given: Pick<Route, 'sellAmount' | 'buyAmount'>
  readonly gas: bigint
}

/** Prices at which the order gets what the market gives, less the network cost, but its limit at least. */
function priceAlone(
  auction: Auction,
  { order }: AuctionOrder,
  { executed, given, gas }: Market,
): Map<Address, bigint> | undefined {
  const pair = tradedPair(order, auction.wrappedNative)
  const whole = order.kind === 'sell' ? order.sellAmount : order.buyAmount
  const signedFee = nativeValue(
    mulDiv(order.feeAmount, executed, whole),
    auction.prices.get(pair.sellToken) ?? 0n,
  )
  const costWei = gas * auction.gasPrice
  const unpaid = costWei > signedFee ? costWei - signedFee : 0n
  if (order.kind === 'sell') {
    const least = ceilDiv(order.buyAmount * executed, order.sellAmount)
    const cost = inToken(auction, pair.buyToken, unpaid)
    if (cost === undefined || given.buyAmount < least) return undefined
    const bought = given.buyAmount - minAmount(cost, given.buyAmount - least)
    return pricesOf(order, { sell: bought, buy: executed })
  }
  const most = mulDiv(order.sellAmount, executed, order.buyAmount)
  const cost = inToken(auction, pair.sellToken, unpaid)
  if (cost === undefined || given.sellAmount > most) return undefined
  return pricesOf(order, { sell: executed, buy: minAmount(most, given.sellAmount + cost) })
}

function pricesOf(
  order: { sellToken: Address; buyToken: Address },
  { sell, buy }: { sell: bigint; buy: bigint },
): Map<Address, bigint> {
  return new Map([
    [order.sellToken, sell],
    [order.buyToken, buy],
  ])
}

/** Atoms of `token` worth `wei`, rounded up. */
function inToken(auction: Auction, token: Address, wei: bigint): bigint | undefined {
  const price = auction.prices.get(token)
  return price ? ceilDiv(wei * 10n ** 18n, price) : undefined
}
