import { type Auction, type AuctionOrder, wholeAmount } from '@/lib/auctions/model/auction'
import type { SolutionTrade } from '@/lib/auctions/model/solution'
import { mulDiv } from '@/lib/core/amount'
import { routeOrder } from './route-order'

/** A buy order is not followed to prices worse than that of its trade by this factor. */
const worstFactor = 100n

/**
 * What an order would get for the fill of a trade if it were settled alone through the auction's pools: atoms bought (sell
 * order) or sold (buy order), the network cost paid, whatever its limit and without protocol fees. Undefined where no route
 * gives that.
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
