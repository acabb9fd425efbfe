import type { Transaction } from '@/lib/db/database'
import { orderColumns } from '@/lib/orders/order-columns'
import type { NewOrder } from '@/lib/orders/order-record'

/**
 * Inserts an open order through Prisma; the reference for `insertOrders`.
 *
 * @throws a unique violation (`isUniqueViolation`) when an order with this uid exists.
 */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<void> {
  await tx.order.create({ data: orderColumns(order) })
}
