import { type Context, contextLoader } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { readOrderDetails } from '@/lib/orders/order-lookup-store'
import type { OrderDetails } from './order-details'

/**
 * The order with this uid, on whatever network, with what is beside it: the most asked question of all, so
 * those that are asked at the same time are answered by one query.
 */
export function lookUpOrder(ctx: Context, uid: Hex): Promise<OrderDetails | undefined> {
  const lookUp = contextLoader<Hex, OrderDetails>(ctx, 'orders:look-up', {
    load: (uids) => readOrderDetails(ctx.db, uids),
  })
  return lookUp(uid)
}
