import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import type { Solution, SolutionTrade } from '@/lib/auctions/model/solution'
import { ceilDiv, mulDiv } from '@/lib/core/amount'

/**
 * The same auction with each order's limit tightened to what it gets `alone`: no settlement of it gives an order, and
 * so a directed pair, less.
 */
export function tightenLimits(auction: Auction, alone: readonly Solution[]): Auction {
  const single = new Map(alone.flatMap(({ trades }) => trades.map((own) => [own.uid, own])))
  const orders = auction.orders.map((entry) => raiseLimit(entry, single.get(entry.uid)))
  return { ...auction, orders }
}

function raiseLimit(entry: AuctionOrder, trade: SolutionTrade | undefined): AuctionOrder {
  const { order } = entry
  if (!trade || trade.sellAmount <= 0n || trade.buyAmount <= 0n) return entry
  if (order.kind === 'sell') {
    const buyAmount = ceilDiv(trade.buyAmount * order.sellAmount, trade.sellAmount)
    return { ...entry, order: { ...order, buyAmount } }
  }
  const sellAmount = mulDiv(trade.sellAmount, order.buyAmount, trade.buyAmount)
  return { ...entry, order: { ...order, sellAmount } }
}
