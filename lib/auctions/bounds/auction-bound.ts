import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { cappedValue } from '@/lib/auctions/model/capped-value'
import type { BatchDual } from '@/lib/auctions/solvers/batch/batch-dual'
import {
  type BatchMarket,
  buildMarket,
  withoutCosts,
} from '@/lib/auctions/solvers/batch/batch-market'
import { offeredValues } from '@/lib/auctions/solvers/batch/offered-values'
import { ringSavings } from '@/lib/auctions/solvers/batch/ring-savings'
import { solveBatchDual } from '@/lib/auctions/solvers/batch/solve-dual'
import type { Address } from '@/lib/core/address'
import { certifiedGains, rounding } from '@/lib/routing/dual/dual-bound'
import { jointsOf } from '@/lib/routing/graph/joint-curve'

/**
 * Returns an upper bound in native atoms on the score of any settlement of the auction, and on the sum of all its
 * winners; undefined if there is none below 2^255.
 *
 * Proof: take any token prices `v` at which each bought token is worth at least what the score counts for it. In a
 * valid solution the settlement contract loses no token, so adding the leftovers, valued at `v`, to the score only
 * increases it. That sum splits into one independent term per order and per pool. A pool's term is its gain, at most
 * that of its optimal trade. An order that executes the fraction f of its amount, sells x for y >= l x and counts `p (y
 * - l x)` with `p <= v` has its greatest term at its limit (for a buy order with a signed fee also at zero cost) and f
 * = 1: `max(0, v_sell gives - v_buy asks)`. If a settlement must cover its gas, which is also a sum over orders and
 * pools, and all prices are at least those that value the gas, each term must exceed its own cost. Each float is
 * widened by its rounding error, and the result is rounded up.
 *
 * The bound is minimal, and nearly equal to the best score, at the prices that {@link solveBatchDual} finds. Not all
 * orders of one directed pair can be at their limits, since they share a price: see {@link ringSavings}. The bound
 * relaxes fill-or-kill and the block's gas limit. See `docs/math/batch-dual.md`, sections 2 and 5.
 */
export function boundAuction(auction: Auction): bigint | undefined {
  return boundAt(auction, ({ order }, token) => `${order.sellToken} ${order.buyToken} ${token}`)
}

/**
 * Like {@link boundAuction}, for a single settlement: all its orders share one price per token, so orders of different
 * directed pairs that form rings cannot all be at their limits either. See `docs/math/batch-dual.md`, section 5.
 */
export function boundSettlement(auction: Auction): bigint | undefined {
  return boundAt(auction, (_, token) => token)
}

/** Index of the price of a token that an order trades. */
type NamePrice = (entry: AuctionOrder, token: Address) => string

function boundAt(auction: Auction, namePrice: NamePrice): bigint | undefined {
  const market = buildMarket(auction)
  const { rest, counted } = setDoubtfulApart(auction, market)
  const doubted = rest ? boundWithCosts(rest, namePrice) + counted : Number.POSITIVE_INFINITY
  const min = Math.min(doubted, boundWithCosts(market, namePrice))
  // A larger score is invalid, too.
  return min < maxScore ? BigInt(Math.ceil(min)) : undefined
}

/** A token's price is in doubt if an untrusted token is offered at this fraction of it. */
const doubtful = 0.5

/**
 * Returns the market in which surplus in tokens with doubtful prices counts nothing, and the most that such surplus
 * adds: what the buyers of these tokens pay (see `scoreTrade`). Undefined if no price is in doubt.
 */
function setDoubtfulApart(auction: Auction, market: BatchMarket) {
  const offered = offeredValues(market)
  const values = market.values.map((value, k) =>
    (offered[k] as number) < value * doubtful ? 0 : value,
  )
  if (values.every((value, k) => value === market.values[k])) return { counted: 0 }
  const { entries, buy, gives } = market.orders
  const counted = entries.reduce((sum, { order }, i) => {
    const isCounted = values[buy[i] as number] === market.values[buy[i] as number]
    const given = BigInt(Math.ceil((gives[i] as number) * (1 + rounding)))
    return isCounted
      ? sum
      : sum + Number(cappedValue(auction, order.sellToken, given)) * (1 + rounding)
  }, 0)
  return { rest: { ...market, values }, counted }
}

function boundWithCosts(market: BatchMarket, namePrice: NamePrice): number {
  const free = boundMarket(withoutCosts(market), namePrice)
  // Counting costs requires prices above a floor, which may lose more than it gains.
  return market.cost > 0 ? Math.min(free, boundMarket(market, namePrice)) : free
}

const maxScore = 2 ** 255

function boundMarket(market: BatchMarket, namePrice: NamePrice): number {
  let min = Number.POSITIVE_INFINITY
  const consider = (bound: number) => {
    if (bound < min) min = bound
  }
  const dual = solveBatchDual(market, (found) =>
    consider(boundOf(found, certifiedOrders(found), 0)),
  )
  const gains = certifiedOrders(dual)
  consider(boundOf(dual, gains, ringSavings(dual, { gains, ...numberPrices(market, namePrice) })))
  return min
}

/**
 * Returns the bound in native atoms at the last evaluated prices: the maximum gains of the orders ({@link
 * certifiedOrders}), less what cannot be attained together; NaN or infinite if there is none.
 */
export function boundOf(dual: BatchDual, gains: Float64Array, savings: number): number {
  const { pools, tokens, cost } = dual.market
  const graph = { ...pools, joints: jointsOf({ ...pools, tokens }) }
  const ofOrders = gains.reduce((sum, gain) => sum + gain, 0)
  const total = certifiedGains({ ...dual, graph }) + ofOrders
  return Math.max(0, total * (1 + rounding) - savings * (1 - rounding) - cost * (1 - rounding))
}

/** The orders' terms of the bound, in native atoms. */
export function certifiedOrders({ market, prices }: BatchDual): Float64Array {
  const { sell, buy, gives, asks, fees, costs } = market.orders
  return gives.map((amount, i) => {
    const sellPrice = prices[sell[i] as number] as number
    const buyPrice = prices[buy[i] as number] as number
    const given = sellPrice * amount * (1 + rounding)
    const atLimit = given - buyPrice * (asks[i] as number) * (1 - rounding)
    const feeOnly =
      sellPrice * (fees[i] as number) * (1 + rounding) -
      Math.max(0, buyPrice - (market.values[buy[i] as number] as number) * (1 + rounding)) *
        (asks[i] as number) *
        (1 - rounding)
    const gain = Math.max(atLimit, fees[i] ? feeOnly : 0) - (costs[i] as number) * (1 - rounding)
    return Math.max(0, gain)
  })
}

function numberPrices({ orders }: BatchMarket, namePrice: NamePrice) {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  const number = (token: 'sellToken' | 'buyToken') =>
    Int32Array.from(orders.entries, (entry) => numberOf(namePrice(entry, entry.order[token])))
  return { sellPrice: number('sellToken'), buyPrice: number('buyToken') }
}
