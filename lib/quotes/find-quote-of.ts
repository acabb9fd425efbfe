import { defineLoader } from '@/lib/context'
import type { StoredQuote } from './quote-store'
import { type QuotedOrder, readQuotes } from './quoted-order-store'

/**
 * Returns the quote that an order was signed on, as {@link readQuotes} chooses it. Concurrent calls share one query.
 */
export const findQuoteOf = defineLoader<QuotedOrder, StoredQuote>(
  'quotes/of-orders',
  (ctx, orders) => readQuotes(ctx.db, orders, ctx.now()),
)
