import type { Hex } from '@/lib/core/bytes'
import { columnName } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import { orderColumns } from '@/lib/orders/order-columns'
import type { NewOrder } from '@/lib/orders/order-record'
import { Prisma } from '@/prisma/generated/client'

/** Builds what order insertions share: the columns, and the rows as JSON for `jsonb_populate_recordset`. */
export function insertionOf(orders: readonly [NewOrder, ...NewOrder[]]) {
  const columns = Object.keys(orderColumns(orders[0])).map(nameOf).join(', ')
  return { columns, rows: JSON.stringify(orders.map(toRow), toJsonValue) }
}

/**
 * Inserts orders as open and returns the uids that were new. Uses one statement with one parameter: Prisma's own, with
 * a parameter per value, takes longer to build here than to execute in the database.
 */
export async function insertOrders(tx: Transaction, orders: readonly NewOrder[]): Promise<Hex[]> {
  const [first, ...others] = orders
  if (!first) return []
  const { columns, rows } = insertionOf([first, ...others])
  const inserted = await tx.$queryRawUnsafe<{ uid: Hex }[]>(
    `INSERT INTO orders (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::orders, $1::jsonb)
      ON CONFLICT DO NOTHING RETURNING uid`,
    rows,
  )
  return inserted.map(({ uid }) => uid)
}

const names = new Map<string, string>()

/** Caches column names: computing them per row would take a tenth of an insertion. */
function nameOf(field: string): string {
  const name = names.get(field) ?? columnName(field)
  names.set(field, name)
  return name
}

function toRow(order: NewOrder): Record<string, unknown> {
  const fields = Object.entries(orderColumns(order))
  return Object.fromEntries(fields.map(([field, value]) => [nameOf(field), value]))
}

function toJsonValue(_: string, value: unknown): unknown {
  if (value === Prisma.DbNull) return null
  return typeof value === 'bigint' ? value.toString() : value
}

/**
 * Resets the placement columns of stored orders in one statement. Columns derived from chain events keep their values
 * unless a placement sets them.
 */
export async function overwriteOrders(tx: Transaction, orders: readonly NewOrder[]): Promise<void> {
  const [first] = orders
  if (!first) return
  const columns = Object.keys(orderColumns(first))
    .map(nameOf)
    .filter((column) => column !== 'uid')
  await tx.$executeRawUnsafe(
    `UPDATE orders SET (${columns.join(', ')}) = (${columns.map((column) => `n.${column}`).join(', ')})
      FROM jsonb_populate_recordset(NULL::orders, $1::jsonb) AS n WHERE orders.uid = n.uid`,
    JSON.stringify(orders.map(toRow), toJsonValue),
  )
}
