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
  /** How much better than quoted it was traded, below 0 where it was worse; undefined before, or where nothing was quoted. */
  readonly vsQuote: bigint | undefined
  /** How much better than the limit it was traded, slippage that was not used up included; undefined before. */
  readonly vsLimit: bigint | undefined
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
  const prices = { limit, quoted }
  if (!isTouched(order)) {
    return { ...prices, executed: undefined, vsQuote: undefined, vsLimit: undefined }
  }
  const executed = isSell ? bought : sold
  const gainOver = (price: bigint) => (isSell ? executed - price : price - executed)
  return {
    ...{ ...prices, executed, vsLimit: gainOver(limit) },
    vsQuote: quoted === undefined ? undefined : gainOver(quoted),
  }
}

/**
 * What the owner gained: over the quote where there was one, so that slippage that was not used up counts for nothing,
 * else over the limit. Undefined before a trade.
 */
export function gainOf({ quoted, vsQuote, vsLimit }: OrderPrices): bigint | undefined {
  return quoted === undefined ? vsLimit : vsQuote
}
