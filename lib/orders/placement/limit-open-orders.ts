import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { NewOrder } from '@/lib/orders/order-record'
import type { OpenOrderCounts } from '@/lib/orders/queries/open-order-store'
import type { QuoteAmounts } from '@/lib/quotes/quote'

/**
 * Maximum number of presign orders of one owner and network that were submitted within a day and await their signature.
 * Anyone can name any owner, so an owner who signs on chain before submitting is exempt.
 */
export const maxWaitingOrders = 50

/**
 * Whether an order's limit price is better than its quote, with fees counted as sold. An order without a quote is out
 * of market.
 */
export function isOutOfMarket(
  order: Pick<NewOrder, 'sellAmount' | 'buyAmount' | 'feeAmount'>,
  quote: QuoteAmounts | undefined,
): boolean {
  if (!quote) return true
  const offered = (order.sellAmount + order.feeAmount) * quote.buyAmount
  return offered < (quote.sellAmount + quote.feeAmount) * order.buyAmount
}

/** Whether an order counts against a limit, so that its owner must be locked before the check. */
export function isLimited(ctx: Context, order: NewOrder, quote: QuoteAmounts | undefined): boolean {
  if (order.signingScheme === 'presign') return true
  return ctx.config.maxOpenLimitOrders > 0 && isOutOfMarket(order, quote)
}

/**
 * Rejects an order for which {@link isLimited} holds when its owner has reached the limit. Count in the transaction
 * that inserts the order, with the owner locked, before the insertion.
 *
 * @throws {ServiceError} TooManyLimitOrders.
 */
export function limitOpenOrders(ctx: Context, order: NewOrder, counts: OpenOrderCounts): void {
  const { maxOpenLimitOrders } = ctx.config
  const { outOfMarket, waiting } = counts
  if (order.signingScheme === 'presign') {
    if (waiting < maxWaitingOrders) return
    throw new ServiceError(
      'TooManyLimitOrders',
      `${waiting} orders of this owner were submitted within a day and wait for their signature, at most ${maxWaitingOrders} may; sign this one on chain (setPreSignature) before you submit it`,
    )
  }
  if (outOfMarket < maxOpenLimitOrders) return
  throw new ServiceError(
    'TooManyLimitOrders',
    `the owner has ${outOfMarket} open orders above the market price, at most ${maxOpenLimitOrders} are allowed; cancel one, or sign on a current quote`,
  )
}
