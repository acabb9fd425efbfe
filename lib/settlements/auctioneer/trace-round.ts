import type { Auction } from '@/lib/auctions/model/auction'
import type { Context } from '@/lib/context'
import type { ChosenWinners } from './choose-winners'

/** A round whose winners are to be settled; times in Unix milliseconds. */
type TracedRound = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly winners: ChosenWinners
  readonly startMs: number
  /** When the auction was built, and when its solvers had finished. */
  readonly builtMs: number
  readonly solvedMs: number
}

/**
 * Settles the winners of a round within its trace. Rounds without winners have none: a network holds one every few seconds
 * for as long as an order waits for its price.
 */
export function traceRound<T>(
  ctx: Context,
  { auction, auctionId, winners, startMs, builtMs, solvedMs }: TracedRound,
  settle: () => Promise<T>,
): Promise<T> {
  const { first, later } = winners
  const trades = [first.group, ...later].flatMap(({ solution }) => solution.trades)
  const orders = trades.map(({ uid }) => uid)
  const facts = {
    'coincide.chain_id': auction.chainId,
    'coincide.auction_id': String(auctionId),
    'coincide.block': Number(auction.blockNumber),
  }
  const counts = { 'coincide.orders': auction.orders.length, 'coincide.winners': trades.length }
  const attributes = { ...facts, ...counts }
  return ctx.traces.run('auction.round', { startMs, attributes, orders }, () => {
    ctx.traces.record('auction.build', { startMs, endMs: builtMs })
    ctx.traces.record('auction.solve', { startMs: builtMs, endMs: solvedMs })
    ctx.traces.record('auction.choose', { startMs: solvedMs })
    ctx.traces.recordOrders(orders, 'order.auction', { startMs, endMs: builtMs, attributes: facts })
    ctx.traces.recordOrders(orders, 'order.solve', { startMs: builtMs, attributes: facts })
    return settle()
  })
}
