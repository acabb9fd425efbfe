import type { Offer } from '@/lib/client/orders/order-prices'
import { maxAmount, mulDiv, mulDivUp } from '@/lib/core/amount'
import type { OrderKind } from '@/lib/core/order'
import type { OrderBid } from '@/lib/settlements/reports/find-order-report'

/** A bid as a bar: how much it is better than the limit. */
export type BidBar = {
  readonly bid: OrderBid
  /** The variable amount in atoms: bought when selling, sold when buying. */
  readonly amount: bigint
  /** Length of the bar: the best bid has {@link longest} percent. */
  readonly percent: number
  /** Difference to the winner's amount in atoms, negative if worse for the owner; undefined without a winner. */
  readonly vsWinner: bigint | undefined
}

/** The best bar leaves air, since it is no maximum. */
const longest = 96
/** A bid at the limit still has a bar. */
const shortest = 2

/**
 * Scales the bids of an auction to bars from the order's limit to the best bid. `limit` holds the order's whole amounts;
 * a bid for a part of it is compared with that part's limit.
 */
export function bidBars(
  kind: OrderKind,
  bids: readonly OrderBid[],
  limit: Offer,
): readonly BidBar[] {
  const isSell = kind === 'sell'
  const amountOf = ({ buyAmount, sellAmount }: OrderBid) => (isSell ? buyAmount : sellAmount)
  const gainOf = (bid: OrderBid) =>
    isSell
      ? bid.buyAmount - mulDivUp(bid.sellAmount, limit.buyAmount, limit.sellAmount || 1n)
      : mulDiv(bid.buyAmount, limit.sellAmount, limit.buyAmount || 1n) - bid.sellAmount
  const best = bids.reduce((most, bid) => maxAmount(most, gainOf(bid)), 0n)
  const winner = bids.find(({ isWinner }) => isWinner)
  return bids.map((bid) => {
    const part = best === 0n ? 1 : Number((gainOf(bid) * 10_000n) / best) / 10_000
    const difference = winner && amountOf(bid) - amountOf(winner)
    return {
      bid,
      amount: amountOf(bid),
      percent: Math.max(shortest, part * longest),
      vsWinner: difference === undefined || isSell ? difference : -difference,
    }
  })
}
