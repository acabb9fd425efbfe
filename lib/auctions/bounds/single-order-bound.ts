import { type Auction, tradedPair } from '@/lib/auctions/model/auction'
import { estimateGas, type Solution } from '@/lib/auctions/model/solution'
import { findWay, inToken, unpaidCost } from '@/lib/auctions/solvers/route-order'
import { maxAmount } from '@/lib/core/amount'

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
  const cost = estimateGas([entry], [route]) * auction.gasPrice
  const unpaid = unpaidCost(auction, entry, { executed, cost })
  const isSell = entry.order.kind === 'sell'
  const paid = inToken(auction, isSell ? buyToken : sellToken, unpaid)
  if (paid === undefined) return undefined
  return isSell ? maxAmount(0n, route.bound - paid) : route.bound + paid
}
