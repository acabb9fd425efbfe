import { type Address, nativeToken } from '@/lib/core/address'
import { mulDiv } from '@/lib/core/amount'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { type Auction, type AuctionOrder, executableAmount, gasCostIn, tradedPair } from './auction'
import { executeOrder, type PricePair, respectsLimit } from './execution'
import { estimateGas, type Solution, tradesAt } from './solution'

/** All orders between two tokens, by what they sell. `base` is the token with the lower address. */
export type PairBatch = {
  readonly base: Address
  readonly quote: Address
  /** Orders that sell base for quote, and those that sell quote for base. */
  readonly asks: readonly AuctionOrder[]
  readonly bids: readonly AuctionOrder[]
}

/** A clearing price: `base` atoms of price per atom of base, `quote` per atom of quote. */
export type BatchPrice = { readonly base: bigint; readonly quote: bigint }

type Member = {
  readonly entry: AuctionOrder
  readonly isAsk: boolean
  readonly prices: PricePair
  readonly executedAmount: bigint
}

/** Orders of one side that are settled together; more would not fit a transaction. */
const mostOrders = 60
/** How often a batch is cut down before its price is given up. */
const mostCuts = 16

/**
 * Groups an auction's orders by their two tokens (native counts as wrapped); pairs of one order, and
 * suspect orders, are left out.
 */
export function groupByPair(auction: Auction): PairBatch[] {
  const batches = new Map<string, { asks: AuctionOrder[]; bids: AuctionOrder[] }>()
  for (const entry of auction.orders) {
    const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
    if (sellToken === buyToken || entry.isSuspect) continue
    const isAsk = sellToken < buyToken
    const key = isAsk ? `${sellToken} ${buyToken}` : `${buyToken} ${sellToken}`
    const batch = batches.get(key) ?? { asks: [], bids: [] }
    batch[isAsk ? 'asks' : 'bids'].push(entry)
    batches.set(key, batch)
  }
  return [...batches]
    .filter(([, { asks, bids }]) => asks.length + bids.length > 1)
    .map(([key, { asks, bids }]) => {
      const [base, quote] = key.split(' ') as [Address, Address]
      return { base, quote, asks, bids }
    })
}

/**
 * Settles the orders of a pair that accept `price`, all of them at it: opposite orders against each
 * other, what is left over through the pools. Where neither the other side nor the pools can pay an
 * order, partially fillable ones are cut first, then whole orders are left out, the dearest first.
 * Undefined when no two orders remain.
 */
export function clearBatch(
  auction: Auction,
  batch: PairBatch,
  price: BatchPrice,
): Omit<Solution, 'solver'> | undefined {
  let members = membersAt(batch, price)
  // Cutting one side may leave the other with too much by an atom, and so on without an end.
  for (let cuts = 0; cuts < mostCuts && members.length > 1; cuts += 1) {
    const net = netOf(members)
    if (net.base < 0n && net.quote < 0n) return undefined
    const route = routeRest(auction, batch, net)
    if (route !== 'none') return toSolution(auction, batch, { members, price, route })
    members = cut(members, net)
  }
  return undefined
}

function membersAt({ asks, bids }: PairBatch, { base, quote }: BatchPrice): Member[] {
  const member = (isAsk: boolean) => (entry: AuctionOrder) => ({
    entry,
    isAsk,
    prices: isAsk ? { sell: base, buy: quote } : { sell: quote, buy: base },
    executedAmount: executableAmount(entry),
  })
  const accepts = ({ entry, prices, executedAmount }: Member) =>
    executedAmount > 0n &&
    respectsLimit(entry.order, prices) &&
    executeOrder(entry.order, executedAmount, prices) !== undefined
  return [asks.map(member(true)), bids.map(member(false))].flatMap((side) =>
    side.filter(accepts).slice(0, mostOrders),
  )
}

/** What the settlement contract is left with, without signed fees; below zero: lacks. */
function netOf(members: readonly Member[]): { base: bigint; quote: bigint } {
  let base = 0n
  let quote = 0n
  for (const { entry, isAsk, prices, executedAmount } of members) {
    const execution = executeOrder(entry.order, executedAmount, prices)
    if (!execution) continue
    base += isAsk ? execution.sellAmount : -execution.buyAmount
    quote += isAsk ? -execution.buyAmount : execution.sellAmount
  }
  return { base, quote }
}

/** Turns what is too much into what lacks; undefined: nothing lacks; `none`: pools cannot. */
function routeRest(
  auction: Auction,
  batch: PairBatch,
  net: { base: bigint; quote: bigint },
): Route | undefined | 'none' {
  if (net.base >= 0n && net.quote >= 0n) return undefined
  const lacksQuote = net.quote < 0n
  const sellAmount = lacksQuote ? net.base : net.quote
  if (sellAmount <= 0n) return 'none'
  const sellToken = lacksQuote ? batch.base : batch.quote
  const buyToken = lacksQuote ? batch.quote : batch.base
  const gas = gasCostIn(auction, buyToken)
  const route = findRoute(auction.pools, { sellToken, buyToken, sellAmount, gas })
  return route && route.buyAmount >= (lacksQuote ? -net.quote : -net.base) ? route : 'none'
}

/**
 * Takes what lacks from the orders that would be paid it: from one partially fillable order, or all
 * of one.
 */
function cut(members: readonly Member[], net: { base: bigint; quote: bigint }): Member[] {
  const fromAsks = net.quote < 0n
  const lack = fromAsks ? -net.quote : -net.base
  const payees = members.filter(({ isAsk }) => isAsk === fromAsks).sort(byLimit)
  const cuttable = payees.find(({ entry }) => entry.order.partiallyFillable)
  const dropped = cuttable ?? payees[0]
  if (!dropped) return []
  const smaller = cuttable && reduce(cuttable, lack)
  const rest = members.filter((member) => member !== dropped)
  return smaller ? [...rest, smaller] : rest
}

/** The same order, bought less by `lack`; undefined when nothing of it remains. */
function reduce(member: Member, lack: bigint): Member | undefined {
  const { entry, prices, executedAmount } = member
  const bought = executeOrder(entry.order, executedAmount, prices)?.buyAmount ?? 0n
  if (bought <= lack) return undefined
  const executed =
    entry.order.kind === 'buy' ? bought - lack : mulDiv(bought - lack, prices.buy, prices.sell)
  return executed > 0n ? { ...member, executedAmount: executed } : undefined
}

/** Orders that ask most for what they sell come first. */
function byLimit(a: Member, b: Member): number {
  const left = a.entry.order.buyAmount * b.entry.order.sellAmount
  const right = b.entry.order.buyAmount * a.entry.order.sellAmount
  return left > right ? -1 : left < right ? 1 : 0
}

function toSolution(
  auction: Auction,
  batch: PairBatch,
  { members, price, route }: { members: Member[]; price: BatchPrice; route: Route | undefined },
): Omit<Solution, 'solver'> | undefined {
  const clearingPrices = new Map([
    [batch.base, price.base],
    [batch.quote, price.quote],
  ])
  const wrapped = clearingPrices.get(auction.wrappedNative)
  const entries = members.map(({ entry }) => entry)
  if (wrapped && entries.some(({ order }) => order.buyToken === nativeToken)) {
    clearingPrices.set(nativeToken, wrapped)
  }
  const trades = tradesAt(clearingPrices, members)
  const routes = route ? [route] : []
  return trades && { clearingPrices, trades, routes, gas: estimateGas(entries, routes) }
}
