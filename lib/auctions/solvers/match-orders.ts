import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
} from '@/lib/auctions/model/auction'
import { scoreSolution } from '@/lib/auctions/model/score'
import { estimateGas, type Solution, tradesAt } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { type Address, nativeToken } from '@/lib/core/address'
import { ceilDiv, maxAmount, minAmount, mulDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'

/** Orders of each side tried against those of the other side: those with the lowest limits, 72 matches at most. */
const triedOrders = 6

/**
 * Maximum number of matches per pair, since the best one may be unfair, and in total: a third of a solver's solutions.
 */
const maxOfPair = 2
const maxMatches = 20

/** Two opposite orders. */
type Match = { readonly giver: AuctionOrder; readonly taker: AuctionOrder }

/**
 * Matches pairs of opposite orders exactly, without pools: the best matches of each pair of tokens. Between the pools'
 * bid and ask, nothing pays for rounding, so the price must be the exact ratio of the amounts. If the amounts leave a
 * choice, it is close to the auction's prices.
 */
export function matchOrders(auction: Auction): Omit<Solution, 'solver'>[] {
  const matches = groupByPair(auction).flatMap(({ asks, bids }) =>
    asks
      .flatMap((ask) => bids.map((bid) => [ask, bid] as const))
      .flatMap(([ask, bid]) => [
        ...settleMatch(auction, { giver: ask, taker: bid }),
        ...settleMatch(auction, { giver: bid, taker: ask }),
      ])
      .map((solution) => ({ solution, score: scoreSolution(auction, solution) }))
      .sort(byScore)
      .slice(0, maxOfPair),
  )
  const best = matches.sort(byScore).slice(0, maxMatches)
  return best.map(({ solution }) => solution)
}

type Scored = { readonly score: bigint }

function byScore(a: Scored, b: Scored): number {
  return a.score < b.score ? 1 : a.score > b.score ? -1 : 0
}

type PairOrders = { readonly asks: AuctionOrder[]; readonly bids: AuctionOrder[] }

/** The orders of each pair by sell token, native as wrapped; isolated ones are settled alone. */
function groupByPair(auction: Auction): PairOrders[] {
  const groups = new Map<string, PairOrders>()
  for (const entry of auction.orders) {
    const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
    if (sellToken === buyToken || entry.isIsolated || executableAmount(entry) <= 0n) continue
    const isAsk = sellToken < buyToken
    const key = isAsk ? `${sellToken} ${buyToken}` : `${buyToken} ${sellToken}`
    const group = groups.get(key) ?? { asks: [], bids: [] }
    group[isAsk ? 'asks' : 'bids'].push(entry)
    groups.set(key, group)
  }
  const cheapest = (entries: AuctionOrder[]) => entries.sort(byLimit).slice(0, triedOrders)
  return [...groups.values()].map(({ asks, bids }) => ({
    asks: cheapest(asks),
    bids: cheapest(bids),
  }))
}

/** Lowest limit first. */
function byLimit({ order: a }: AuctionOrder, { order: b }: AuctionOrder): number {
  const [left, right] = [a.buyAmount * b.sellAmount, b.buyAmount * a.sellAmount]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The settlement of a match with the largest possible trade; undefined if it is not valid. */
function settleMatch(auction: Auction, { giver, taker }: Match): Omit<Solution, 'solver'>[] {
  const amounts = amountsOf(auction, { giver, taker })
  if (!amounts) return []
  const { given, taken } = amounts
  const { sellToken, buyToken } = tradedPair(giver.order, auction.wrappedNative)
  const clearingPrices = new Map<Address, bigint>([
    [sellToken, taken],
    [buyToken, given],
  ])
  const isNative = [giver, taker].some(({ order }) => order.buyToken === nativeToken)
  const wrapped = clearingPrices.get(auction.wrappedNative)
  if (isNative && wrapped) clearingPrices.set(nativeToken, wrapped)
  const trades = tradesAt(clearingPrices, [
    { entry: giver, executedAmount: giver.order.kind === 'sell' ? given : taken },
    { entry: taker, executedAmount: taker.order.kind === 'sell' ? taken : given },
  ])
  if (!trades) return []
  const gas = estimateGas([giver, taker], [])
  const solution = { clearingPrices, trades, routes: [], gas }
  return findViolation(auction, { solver: '', ...solution }) === undefined ? [solution] : []
}

/**
 * The maker's amount, the most that both accept, and the counter-amount; undefined if limits or sizes are incompatible.
 * If the maker could sell less, it does not sell more than the taker pays for at that price: the reverse match covers
 * that.
 */
function amountsOf({ prices, wrappedNative }: Auction, { giver, taker }: Match) {
  const { min: minGiven, max: given } = sizesOf(giver, 'sell', sizesOf(taker, 'buy'))
  if (given === undefined || given < minGiven || given <= 0n) return undefined
  const { sellToken, buyToken } = tradedPair(giver.order, wrappedNative)
  const price = prices.get(buyToken)
  const worth = price ? mulDiv(given, prices.get(sellToken) ?? 0n, price) : 0n
  const asked = ceilDiv(given * giver.order.buyAmount, giver.order.sellAmount)
  const offered = mulDiv(given, taker.order.sellAmount, taker.order.buyAmount)
  const wanted = minAmount(maxAmount(worth, asked), offered)
  const { min, max = offered } = sizesOf(giver, 'buy', sizesOf(taker, 'sell'))
  if (wanted > max && minGiven < given) return undefined
  const taken = minAmount(maxAmount(wanted, min), max)
  return taken >= asked && taken <= offered && taken > 0n ? { given, taken } : undefined
}

type Sizes = { readonly min: bigint; readonly max?: bigint }

/** Returns what an order of this kind may execute, given other sizes; orders of the other kind are not affected. */
function sizesOf(entry: AuctionOrder, kind: SignedOrder['kind'], within: Sizes = { min: 0n }) {
  if (entry.order.kind !== kind) return within
  const executable = executableAmount(entry)
  const min = entry.order.partiallyFillable ? 0n : executable
  return {
    min: maxAmount(min, within.min),
    max: within.max === undefined ? executable : minAmount(executable, within.max),
  }
}
