import { type Auction, tradedPair } from '@/lib/auctions/model/auction'
import { estimateGas, type Solution } from '@/lib/auctions/model/solution'
import { findWay, inToken, unpaidCost } from '@/lib/auctions/solvers/route-order'
import { maxAmount } from '@/lib/core/amount'

/**
 * What the order of a solution that settles one order could get at best by itself, through the pools that its routes
 * may use and once it has paid for the gas, for what is executed of it: of a sell order the atoms that it is paid at most,
 * of a buy order those that it pays at least. Unlike `boundAuction`, which counts costs only where they must be paid, it
 * says how good the route is. Undefined where several orders are settled, or none of it through pools.
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
  // The bound is that of all routes at the gas of this one.
  const cost = estimateGas([entry], [route]) * auction.gasPrice
  const unpaid = unpaidCost(auction, entry, { executed, cost })
  const isSell = entry.order.kind === 'sell'
  const paid = inToken(auction, isSell ? buyToken : sellToken, unpaid)
  if (paid === undefined) return undefined
  return isSell ? maxAmount(0n, route.bound - paid) : route.bound + paid
}
