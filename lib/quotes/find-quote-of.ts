import { type Context, contextLoader } from '@/lib/context'
import type { StoredQuote } from './quote-store'
import { type QuotedOrder, readQuotes } from './quoted-order-store'

/**
 * The offer that an order was signed on, as {@link readQuotes} chooses it; what is asked at the same time is
 * answered by one query.
 */
export function findQuoteOf(ctx: Context, order: QuotedOrder): Promise<StoredQuote | undefined> {
  const find = contextLoader<QuotedOrder, StoredQuote>(ctx, 'quotes:of-orders', {
    load: (orders) => readQuotes(ctx.db, orders, ctx.now()),
  })
  return find(order)
}
