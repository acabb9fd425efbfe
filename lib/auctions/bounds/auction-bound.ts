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
 * Native atoms that no settlement of the auction can score more than, nor all its winners together; undefined
 * when there is none below 2^255.
 *
 * Why it holds: take any prices `v` of tokens at which each token that is bought is worth what the score counts for
 * it at least. In a valid solution no token of the settlement contract becomes less, so adding what is left of
 * each, valued at `v`, to the score only makes it more. That sum falls apart into one part for each order and each
 * pool, which know nothing of each other. A pool's part is what it gains by its trade, at most by its best one. An
 * order that executes the part f of its amount, sells x for y >= l x and counts `p (y - l x)`, and `p <= v`, so its
 * part is greatest at its limit (for a buy order with a signed fee also where it pays nothing else) and whole:
 * `max(0, v_sell gives - v_buy asks)`. Where a settlement has to keep the cost of its gas, which is a sum over
 * orders and pools too, and all prices are at least those that this is valued by, each part must gain its own cost.
 * Each float is widened by what its rounding can hide, and the result is rounded up.
 *
 * It is least, and here nearly the score of the best settlement, at the prices that {@link solveBatchDual} finds.
 * Not all orders of a directed pair can be at their limits, since they have one price: see {@link ringSavings}. What
 * it leaves out: that orders may be all or nothing, and how much gas a block has. See `docs/math/batch-dual.md`, sections 2
 * and 5.
 */
export function boundAuction(auction: Auction): bigint | undefined {
  return boundAt(auction, ({ order }, token) => `${order.sellToken} ${order.buyToken} ${token}`)
}

/**
 * Like {@link boundAuction}, of what one settlement can score: in it a token has one price for all orders, so that
 * orders of other directed pairs cannot all be at their limits either where they form rings. See
 * `docs/math/batch-dual.md`, section 5.
 */
export function boundSettlement(auction: Auction): bigint | undefined {
  return boundAt(auction, (_, token) => token)
}

/** What names a price: that of a token in which an order trades. */
type NamePrice = (entry: AuctionOrder, token: Address) => string

function boundAt(auction: Auction, namePrice: NamePrice): bigint | undefined {
  const market = buildMarket(auction)
  const { rest, counted } = setDoubtfulApart(auction, market)
  const doubted = rest ? boundWithCosts(rest, namePrice) + counted : Number.POSITIVE_INFINITY
  const min = Math.min(doubted, boundWithCosts(market, namePrice))
  // A score above this does not count either.
  return min < maxScore ? BigInt(Math.ceil(min)) : undefined
}

/** A token that nobody vouches for is in doubt where it is offered at this part of its price. */
const doubtful = 0.5

/**
 * The market in which surplus in tokens whose prices are in doubt counts nothing, and what it counts at most besides:
 * what the orders that buy them give (see `scoreTrade`); no market where none is in doubt.
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
  // To count costs all prices have to be high enough, which may lose more than it gains.
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
 * The bound, in native atoms, at the prices where the problem was just evaluated, from what its orders gain there at most
 * ({@link certifiedOrders}) and what of that cannot be had together; NaN or infinite when there is none.
 */
export function boundOf(dual: BatchDual, gains: Float64Array, savings: number): number {
  const { pools, tokens, cost } = dual.market
  const graph = { ...pools, joints: jointsOf({ ...pools, tokens }) }
  const ofOrders = gains.reduce((sum, gain) => sum + gain, 0)
  const total = certifiedGains({ ...dual, graph }) + ofOrders
  return Math.max(0, total * (1 + rounding) - savings * (1 - rounding) - cost * (1 - rounding))
}

/** The part of the bound that is each order's, in native atoms. */
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
