import { ceilDiv, minAmount, mulDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import { type Auction, nativeValue, tradedPair } from './auction'
import { cappedValue, isTrusted } from './capped-value'
import type { Solution, SolutionTrade } from './solution'

/**
 * Returns the owner's surplus over the limit price, in atoms of the surplus token: the buy token of a sell order, the
 * sell token of a buy order. The limit is rounded in the owner's favour.
 */
export function surplusOf(order: SignedOrder, trade: SolutionTrade): bigint {
  if (order.kind === 'sell') {
    return trade.buyAmount - ceilDiv(trade.sellAmount * order.buyAmount, order.sellAmount)
  }
  return mulDiv(trade.buyAmount, order.sellAmount, order.buyAmount) - trade.sellAmount
}

/**
 * Returns the surplus of a trade in native atoms. A buy order's surplus is converted to the buy token at its limit
 * price, so that one price per order decides, and dust prices of sell tokens do not.
 *
 * If the buy token is untrusted, its creator also created its price: the value is capped by what the order sells, and
 * the surplus in proportion. The objective of `docs/math/batch-dual.md`, section 1.
 */
export function scoreTrade(auction: Auction, order: SignedOrder, trade: SolutionTrade): bigint {
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const surplus = surplusOf(order, trade)
  if (surplus <= 0n) return 0n
  const inBuyToken =
    order.kind === 'sell' ? surplus : mulDiv(surplus, order.buyAmount, order.sellAmount)
  const counted = nativeValue(inBuyToken, auction.prices.get(buyToken) ?? 0n)
  if (isTrusted(auction, buyToken)) return counted
  const given = cappedValue(auction, sellToken, trade.sellAmount)
  return minAmount(counted, mulDiv(given, inBuyToken, trade.buyAmount))
}

/** Returns a solution's score: the surplus of all its trades in native atoms. Orders outside the auction count zero. */
export function scoreSolution(auction: Auction, solution: Pick<Solution, 'trades'>): bigint {
  const orders = new Map(auction.orders.map(({ uid, order }) => [uid, order]))
  return solution.trades.reduce((sum, trade) => {
    const order = orders.get(trade.uid)
    return order ? sum + scoreTrade(auction, order, trade) : sum
  }, 0n)
}
