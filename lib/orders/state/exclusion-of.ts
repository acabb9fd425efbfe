import type { Exclusion } from '@/lib/core/exclusion'
import { maxFailedSettlements, type OrderRecord } from '@/lib/orders/order-record'

/**
 * Why no solver competes for an order; undefined: nothing keeps it from being filled, or it has ended. What the order's
 * own state tells comes before what the newest round found.
 */
export function exclusionOf(order: OrderRecord): Exclusion | undefined {
  if (order.status !== 'open') return undefined
  if (!order.signed) return { code: 'awaitsSignature' }
  if (order.placementError === 'preValidationError') return { code: 'tokenNotTraded' }
  if (order.failedSettlements >= maxFailedSettlements) return { code: 'blockedAfterReverts' }
  return order.exclusion
}
