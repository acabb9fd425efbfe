import { mulDiv, mulDivUp } from '@/lib/core/amount'
import { isTouched, type OrderAmounts, sellLimit, shownAmounts } from './shown-order'

/** Amounts that were offered for one another, in atoms; what is sold includes the fee. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * The prices of an order as amounts of the token that is not exact (bought when selling, sold when
 * buying), in atoms; all for the same part of the order: what is traded, else the whole.
 */
export type OrderPrices = {
  /** The worst the owner accepts. */
  readonly limit: bigint
  /** What was offered; undefined too where the owner asked for more: such an order waits for its price. */
  readonly quoted: bigint | undefined
  readonly executed: bigint | undefined
  /** How much better than the limit it was traded; undefined before. */
  readonly surplus: bigint | undefined
}

/** Derives the prices of an order; `offer` is what was quoted for it. */
export function orderPrices(order: OrderAmounts, offer?: Offer): OrderPrices {
  const isSell = order.kind === 'sell'
  const { sold, bought } = shownAmounts(order)
  const priceIn = ({ sellAmount, buyAmount }: Offer) =>
    isSell
      ? mulDivUp(sold, buyAmount, sellAmount || 1n)
      : mulDiv(bought, sellAmount, buyAmount || 1n)
  const limit = priceIn({ sellAmount: sellLimit(order), buyAmount: order.buyAmount })
  const offered = offer && priceIn(offer)
  const isTaken = offered !== undefined && (isSell ? limit <= offered : limit >= offered)
  const quoted = isTaken ? offered : undefined
  if (!isTouched(order)) return { limit, quoted, executed: undefined, surplus: undefined }
  return isSell
    ? { limit, quoted, executed: bought, surplus: bought - limit }
    : { limit, quoted, executed: sold, surplus: limit - sold }
}
