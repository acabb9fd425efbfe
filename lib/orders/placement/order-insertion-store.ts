import { documentsToSave, touchIntervalMs } from '@/lib/app-data/app-data-store'
import { mentionedUids } from '@/lib/chain-events/order-event-query'
import type { Hex } from '@/lib/core/bytes'
import { columnName } from '@/lib/db/columns'
import { type Database, inPreparedTransaction, type Transaction } from '@/lib/db/database'
import { orderColumns } from '@/lib/orders/order-columns'
import { lockingOfOrders } from '@/lib/orders/order-lock-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { Prisma } from '@/prisma/generated/client'
import { type AttachedQuote, insertionOfQuotes, quoteRows } from './order-quote-store'

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

/** Orders stored with nothing but their quotes. */
export type PlainOrders = {
  readonly orders: readonly [NewOrder, ...NewOrder[]]
  /** By order uid. */
  readonly quotes: ReadonlyMap<Hex, AttachedQuote>
  /** Hashes of the documents submitted with the orders. */
  readonly documents: readonly Hex[]
}

/** A later snapshot than the locks, so it sees events indexed while waiting for them. */
const question = {
  name: 'more-than-plain',
  text: `SELECT EXISTS (${mentionedUids}) OR EXISTS (${documentsToSave(2, 3)}) AS "isMoreToDo"`,
} as const

/**
 * Inserts orders as open in one transaction of two prepared statements. All or none: returns false when an order is
 * known or repeated, the chain has mentioned one, or a document must be written.
 */
export function insertPlainOrders(
  db: Database,
  { orders, quotes, documents }: PlainOrders,
): Promise<boolean> {
  const uids = orders.map(({ uid }) => uid)
  const { columns, rows } = insertionOf(orders)
  const insertion = { name: 'insert-plain-orders', text: insertionText(columns) }
  const touchedAfter = new Date(orders[0].createdAt.getTime() - touchIntervalMs)
  return inPreparedTransaction(db, async (query) => {
    const inserted = await query({ ...insertion, values: [uids, rows, quoteRows(quotes)] })
    if (inserted.length < uids.length) return false
    const values = [uids, documents, touchedAfter]
    const [answer] = await query<{ isMoreToDo: boolean }>({ ...question, values })
    return answer?.isMoreToDo === false
  })
}

/** Reads the lock count in the insertion, so that no row is inserted before all locks are held. */
function insertionText(columns: string): string {
  return `WITH locked AS MATERIALIZED (${lockingOfOrders}), placed AS (
      INSERT INTO orders (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::orders, $2::jsonb)
      WHERE (SELECT locks FROM locked) > 0
      ON CONFLICT DO NOTHING RETURNING uid
    ), quoted AS (
      ${insertionOfQuotes(3)} WHERE order_uid IN (SELECT uid FROM placed)
    )
    SELECT uid FROM placed`
}

/**
 * Stores orders placed on chain. Overwrites an order that exists already, after a reorg or an off-chain submission,
 * with the terms of this placement. The caller must hold the orders' locks.
 */
export async function saveOnchainOrders(
  tx: Transaction,
  orders: readonly NewOrder[],
): Promise<void> {
  const uids = orders.map(({ uid }) => uid)
  const rows = await tx.order.findMany({ where: { uid: { in: uids } }, select: { uid: true } })
  const stored = new Set(rows.map(({ uid }) => uid))
  await insertOrders(
    tx,
    orders.filter(({ uid }) => !stored.has(uid)),
  )
  await overwriteOrders(
    tx,
    orders.filter(({ uid }) => stored.has(uid)),
  )
}
