import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/model/auction'
import { cappedValue } from '@/lib/auctions/model/capped-value'
import { networkCost } from '@/lib/auctions/model/ledger'
import { estimateUsage, furtherTradeGas, type Solution } from '@/lib/auctions/model/solution'
import { maxGas } from '@/lib/auctions/selection/validate-solution'
import {
  type BatchDual,
  createBatchDual,
  evaluateBatch,
} from '@/lib/auctions/solvers/batch/batch-dual'
import {
  type BatchMarket,
  buildMarket,
  offeredValues,
  requireCosts,
  withoutCosts,
} from '@/lib/auctions/solvers/batch/batch-market'
import { pickEdges } from '@/lib/auctions/solvers/batch/imbalance'
import { ringSavings } from '@/lib/auctions/solvers/batch/ring-savings'
import { solveBatchDual } from '@/lib/auctions/solvers/batch/solve-dual'
import { findWay, inToken, unpaidCost } from '@/lib/auctions/solvers/route-order'
import type { Address } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import { settlementGas } from '@/lib/quotes/quote'
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
  const { rest, counted } = separateUncertain(auction, market)
  const doubted = rest ? boundWithCosts(rest, namePrice) + counted : Number.POSITIVE_INFINITY
  const min = Math.min(doubted, boundWithCosts(market, namePrice))
  // A larger score is invalid, too.
  return min < maxScore ? BigInt(Math.ceil(min)) : undefined
}

/**
 * A token's price is in doubt if an untrusted token is offered at this fraction of it. Any value gives a bound; half is
 * far from the differences between honest pools.
 */
const uncertainShare = 0.5

/**
 * Returns the market in which surplus in tokens with doubtful prices counts nothing, and the most that such surplus
 * adds: what the buyers of these tokens pay (see `scoreTrade`). Undefined if no price is in doubt.
 */
function separateUncertain(auction: Auction, market: BatchMarket) {
  const offered = offeredValues(market)
  const values = market.values.map((value, k) =>
    (offered[k] as number) < value * uncertainShare ? 0 : value,
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

/** Scores are stored as uint256; half of that leaves room for sums. */
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

/**
 * Gas prices to try, as powers of ten; at 10^0 all available gas costs as much as the whole bound. Eight golden sections
 * (Kiefer 1953) narrow three decades to a sixteenth of one.
 */
const span = { min: -2.5, max: 0.5 }
const goldenSections = 8
const golden = (Math.sqrt(5) - 1) / 2

/** Rounds of removing pools that do not cover their gas; each solves the problem again, and any prices give a bound. */
const pruningRounds = 2

/**
 * Returns an upper bound in native atoms on the total score of settlements that use at most the gas of this many
 * transactions; undefined if {@link boundAuction} has none.
 *
 * Proof (Lagrangian relaxation): give gas a price. Each order and pool uses its own gas, so a score above the sum of
 * their gains net of gas, plus the value of all available gas, would use more gas than there is. The sum is a bound at
 * any gas price, and minimal where gas is scarce but not too expensive. In addition to the relaxations of the auction's
 * bound, a partial fill is charged all its gas and the use of a pool is not binary. See `docs/math/batch-dual.md`,
 * section 6. Once `isLate`, returns the lowest bound found so far.
 */
export function boundWithinGas(
  auction: Auction,
  transactions: number,
  isLate: () => boolean = () => false,
): bigint | undefined {
  const whole = boundAuction(auction)
  if (whole === undefined || whole === 0n) return whole
  const gas = Number(maxGas - settlementGas + furtherTradeGas) * transactions
  const boundAt = (power: number) => {
    const gasPrice = BigInt(Math.round((Number(whole) / gas) * 10 ** power))
    const bound = boundPriced(auction, gasPrice, isLate) + Number(gasPrice) * gas * (1 + rounding)
    return Number.isNaN(bound) ? Number.POSITIVE_INFINITY : bound
  }
  const min = Math.min(Number(whole), minBetween(span, boundAt))
  const bound = BigInt(Math.ceil(min))
  return bound < whole ? bound : whole
}

/** Returns the maximum gain of settlements net of gas at this price, in native atoms. */
function boundPriced(auction: Auction, gasPrice: bigint, isLate: () => boolean): number {
  const priced = buildMarket({ ...auction, gasPrice, bytePrice: 0n, costCoverBps: 10_000n })
  // Nobody has to cover this price, so tokens may be worth less than what pays for gas.
  const market = { ...priced, cost: 0 }
  let open = requireCosts(market)
  let min = Number.POSITIVE_INFINITY
  for (let turn = 0; turn <= pruningRounds && !isLate(); turn += 1) {
    const { prices, floors, direction, valueIn, valueOut } = solveBatchDual(open)
    min = Math.min(min, boundAtPrices(market, { prices, floors }))
    const kept = [...direction.keys()].filter((i) => {
      const gain = (valueOut[i] as number) - (valueIn[i] as number)
      return direction[i] !== 0 && gain > (open.pools.costs[i] as number)
    })
    open = pickEdges(open, kept)
  }
  return min
}

type Prices = { readonly prices: Float64Array; readonly floors: Float64Array }

function boundAtPrices(market: BatchMarket, prices: Prices): number {
  const dual = createBatchDual(market, prices)
  evaluateBatch(dual)
  return boundOf(dual, certifiedOrders(dual), 0)
}

/** Minimises a unimodal function by golden section (Kiefer 1953); a convex function of the gas price is one. */
function minBetween({ min, max }: typeof span, valueAt: (place: number) => number): number {
  let [low, high] = [min, max]
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)]
  let [atLeft, atRight] = [valueAt(left), valueAt(right)]
  let found = Math.min(atLeft, atRight)
  for (let turn = 0; turn < goldenSections; turn += 1) {
    if (atLeft < atRight) {
      ;[high, right, atRight] = [right, left, atLeft]
      left = high - golden * (high - low)
      atLeft = valueAt(left)
    } else {
      ;[low, left, atLeft] = [left, right, atRight]
      right = low + golden * (high - low)
      atRight = valueAt(right)
    }
    found = Math.min(found, atLeft, atRight)
  }
  return found
}

/**
 * Returns an upper bound for the only order of a solution, routed alone through its admissible pools and net of gas,
 * for the executed amount: the most atoms bought (sell order) or the fewest sold (buy order). Unlike `boundAuction`,
 * which counts only costs that must be covered, it measures the quality of the route. Undefined if several orders are
 * settled, or none through pools.
 */
export function boundSingleOrder(auction: Auction, { trades }: Solution): bigint | undefined {
  const [trade, ...others] = trades
  const entry = trade && auction.orders.find(({ uid }) => uid === trade.uid)
  if (!entry || others.length > 0) return undefined
  const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
  if (sellToken === buyToken) return undefined
  const { executedAmount: executed } = trade
  const route = findWay(auction, entry, { exact: executed })
  if (!route) return undefined
  // The bound holds for all routes at the gas of this one.
  const cost = networkCost(auction, estimateUsage([entry], [route]))
  const unpaid = unpaidCost(auction, entry, { executed, cost })
  const isSell = entry.order.kind === 'sell'
  const paid = inToken(auction, isSell ? buyToken : sellToken, unpaid)
  if (paid === undefined) return undefined
  return isSell ? maxAmount(0n, route.bound - paid) : route.bound + paid
}
