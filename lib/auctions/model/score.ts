import { ceilDiv, minAmount, mulDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import { type Auction, nativeValue, tradedPair } from './auction'
import { cappedValue, isVouched } from './capped-value'
import type { Solution, SolutionTrade } from './solution'

/**
 * What a trade gives its owner above the limit price, in atoms of the surplus token: the buy token of a
 * sell order, the sell token of a buy order. The limit is rounded in the owner's favour.
 */
export function surplusOf(order: SignedOrder, trade: SolutionTrade): bigint {
  if (order.kind === 'sell') {
    return trade.buyAmount - ceilDiv(trade.sellAmount * order.buyAmount, order.sellAmount)
  }
  return mulDiv(trade.buyAmount, order.sellAmount, order.buyAmount) - trade.sellAmount
}

/**
 * The surplus of a trade in native atoms. A buy order's surplus is taken into the buy token at its limit
 * price, so that one price per order decides and dust prices of sell tokens do not.
 *
 * Where nobody vouches for the bought token, who made it made its price too: it then counts at most what is given for
 * it, surplus its part of that.
 */
export function scoreTrade(auction: Auction, order: SignedOrder, trade: SolutionTrade): bigint {
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const surplus = surplusOf(order, trade)
  if (surplus <= 0n) return 0n
  const inBuyToken =
    order.kind === 'sell' ? surplus : mulDiv(surplus, order.buyAmount, order.sellAmount)
  const counted = nativeValue(inBuyToken, auction.prices.get(buyToken) ?? 0n)
  if (isVouched(auction, buyToken)) return counted
  const given = cappedValue(auction, sellToken, trade.sellAmount)
  return minAmount(counted, mulDiv(given, inBuyToken, trade.buyAmount))
}

/** A solution's score: the surplus of all its trades in native atoms. Orders not in the auction add none. */
export function scoreSolution(auction: Auction, solution: Pick<Solution, 'trades'>): bigint {
  const orders = new Map(auction.orders.map(({ uid, order }) => [uid, order]))
  return solution.trades.reduce((sum, trade) => {
    const order = orders.get(trade.uid)
    return order ? sum + scoreTrade(auction, order, trade) : sum
  }, 0n)
}
