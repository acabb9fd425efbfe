import { defineLoader } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { readOrderDetails } from '@/lib/orders/order-lookup-store'
import type { OrderDetails } from './order-details'

/**
 * Returns the order with this uid on any network, with its details. The most frequent query, so concurrent lookups are
 * batched into one statement.
 */
export const lookUpOrder = defineLoader<Hex, OrderDetails>('orders/look-up', ({ db }, uids) =>
  readOrderDetails(db, uids),
)
