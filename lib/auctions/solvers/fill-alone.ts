import { type Auction, type AuctionOrder, wholeAmount } from '@/lib/auctions/model/auction'
import type { SolutionTrade } from '@/lib/auctions/model/solution'
import { mulDiv } from '@/lib/core/amount'
import { routeOrder } from './route-order'

/** A buy order's search stops at prices worse than its trade's by this factor. */
const worstFactor = 100n

/**
 * Returns what an order would get for a trade's fill if it were settled alone through the auction's pools: atoms bought
 * (sell order) or sold (buy order), net of the network cost, without its limit and protocol fees. Undefined without a
 * route.
 */
export function fillAlone(
  auction: Auction,
  { uid, executedAmount, sellAmount }: SolutionTrade,
): bigint | undefined {
  const entry = auction.orders.find((each) => each.uid === uid)
  if (!entry) return undefined
  const { charge: _, order, ...rest } = entry
  const isSell = order.kind === 'sell'
  const filled = {
    ...order,
    ...(isSell
      ? { sellAmount: executedAmount, buyAmount: 1n }
      : { sellAmount: sellAmount * worstFactor, buyAmount: executedAmount }),
    feeAmount: mulDiv(order.feeAmount, executedAmount, wholeAmount(order)),
    partiallyFillable: false,
  }
  const available = filled.sellAmount + filled.feeAmount
  const alone: AuctionOrder = { ...rest, order: filled, remaining: executedAmount, available }
  const [trade] = routeOrder(auction, alone)?.trades ?? []
  return isSell ? trade?.buyAmount : trade?.sellAmount
}
