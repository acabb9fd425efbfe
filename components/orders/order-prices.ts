import { mulDiv, mulDivUp } from '@/lib/core/amount'
import { isTouched, type ShownOrder, sellLimit } from './shown-order'

/** Amounts that were offered for one another, in atoms; what is sold includes the fee. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * The prices of an order as amounts of the token that is not exact (bought when selling, sold when
 * buying), in atoms; all for the same part of the order: what is traded, else the whole.
 */
export type OrderPrices = {
  /** The worst the owner accepts. */
  readonly limit: bigint
  readonly quoted: bigint | undefined
  readonly executed: bigint | undefined
  /** How much better than the limit it was traded; undefined before. */
  readonly surplus: bigint | undefined
}

/** Derives the prices of an order; `offer` is what was quoted for it. */
export function orderPrices(order: ShownOrder, offer?: Offer): OrderPrices {
  return order.kind === 'sell' ? sellPrices(order, offer) : buyPrices(order, offer)
}

function sellPrices(order: ShownOrder, offer: Offer | undefined): OrderPrices {
  const signed = { sellAmount: sellLimit(order), buyAmount: order.buyAmount }
  const sold = isTouched(order) ? order.executedSell : signed.sellAmount
  const priceIn = ({ sellAmount, buyAmount }: Offer) => mulDivUp(sold, buyAmount, sellAmount || 1n)
  const limit = priceIn(signed)
  const executed = isTouched(order) ? order.executedBuy : undefined
  return {
    limit,
    quoted: offer && priceIn(offer),
    executed,
    surplus: executed === undefined ? undefined : executed - limit,
  }
}

function buyPrices(order: ShownOrder, offer: Offer | undefined): OrderPrices {
  const signed = { sellAmount: sellLimit(order), buyAmount: order.buyAmount }
  const bought = isTouched(order) ? order.executedBuy : signed.buyAmount
  const priceIn = ({ sellAmount, buyAmount }: Offer) => mulDiv(bought, sellAmount, buyAmount || 1n)
  const limit = priceIn(signed)
  const executed = isTouched(order) ? order.executedSell : undefined
  return {
    limit,
    quoted: offer && priceIn(offer),
    executed,
    surplus: executed === undefined ? undefined : limit - executed,
  }
}
