import type { Exclusion } from '@/lib/core/exclusion'
import { maxFailedSettlements, type OrderRecord } from '@/lib/orders/order-record'

/**
 * Returns why no solver competes for an order; undefined when it is solvable or has ended. The order's own state takes
 * precedence over the latest round's result.
 */
export function exclusionOf(order: OrderRecord): Exclusion | undefined {
  if (order.status !== 'open') return undefined
  if (!order.signed) return { code: 'awaitsSignature' }
  if (order.placementError === 'preValidationError') return { code: 'tokenNotTraded' }
  if (order.failedSettlements >= maxFailedSettlements) return { code: 'blockedAfterReverts' }
  return order.exclusion
}
