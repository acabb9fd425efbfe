import { columnName } from '@/lib/db/column-name'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { type NewOrder, orderColumns } from './order-store'

/**
 * Inserts orders as open, all or none, by one statement of one parameter: one of Prisma's own, with a parameter
 * for each value, takes this process longer to write than the database to carry out.
 *
 * @throws a unique violation (`isUniqueViolation`) when an order with one of these uids exists.
 */
export async function insertOrders(tx: Transaction, orders: readonly NewOrder[]): Promise<void> {
  const [first] = orders
  if (!first) return
  const columns = Object.keys(orderColumns(first)).map(columnName).join(', ')
  await tx.$executeRawUnsafe(
    `INSERT INTO orders (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::orders, $1::jsonb)`,
    JSON.stringify(orders.map(toRow), toJsonValue),
  )
}

function toRow(order: NewOrder): Record<string, unknown> {
  const fields = Object.entries(orderColumns(order))
  return Object.fromEntries(fields.map(([field, value]) => [columnName(field), value]))
}

function toJsonValue(_: string, value: unknown): unknown {
  if (value === Prisma.DbNull) return null
  return typeof value === 'bigint' ? value.toString() : value
}
