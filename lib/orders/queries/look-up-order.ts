import { type Context, contextLoader } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { readOrderDetails } from '@/lib/orders/order-lookup-store'
import type { OrderDetails } from './order-details'

/**
 * Returns the order with this uid on any network, with its details. The most frequent query, so concurrent lookups are
 * batched into one statement.
 */
export function lookUpOrder(ctx: Context, uid: Hex): Promise<OrderDetails | undefined> {
  const lookUp = contextLoader<Hex, OrderDetails>(ctx, 'orders:look-up', {
    load: (uids) => readOrderDetails(ctx.db, uids),
  })
  return lookUp(uid)
}
