import { isPegged } from '@/lib/core/format/pegged-tokens'
import { orderPrices } from './order-prices'
import { hasFills, type ShownOrder, sellLimit } from './shown-order'

/** Amounts in atoms. */
export type Exchange = { readonly sold: bigint; readonly bought: bigint }

/**
 * Returns the amounts that name an order in lists: what an ended order traded, if anything; else the whole, at its quote
 * if it took one, else at its limit.
 */
export function listedAmounts(order: ShownOrder): Exchange {
  const isWhole = order.status === 'fulfilled'
  if (hasFills(order) && (isWhole || order.status !== 'open')) {
    return { sold: order.executedSell, bought: order.executedBuy }
  }
  const { limit, quoted } = orderPrices(
    { ...order, executedSell: 0n, executedBuy: 0n },
    order.offer,
  )
  const flexible = quoted ?? limit
  return order.kind === 'sell'
    ? { sold: sellLimit(order), bought: flexible }
    : { sold: flexible, bought: order.buyAmount }
}

/** Returns the amounts whose ratio is an order's price: what an ended order traded, else its limit. */
export function pricedAmounts(order: ShownOrder): Exchange {
  return hasFills(order) && order.status !== 'open'
    ? { sold: order.executedSell, bought: order.executedBuy }
    : { sold: sellLimit(order), bought: order.buyAmount }
}

/**
 * Returns which token the price of a pair is counted in: dollars, if one of them follows it, so that both directions show
 * the same number; else the bought one.
 */
export function quoteSide({
  sellToken,
  buyToken,
}: Pick<ShownOrder, 'sellToken' | 'buyToken'>): 'sold' | 'bought' {
  return isPegged(sellToken) && !isPegged(buyToken) ? 'sold' : 'bought'
}
