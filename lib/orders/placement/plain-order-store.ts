import { touchIntervalMs } from '@/lib/app-data/app-data-store'
import { mentionedUids } from '@/lib/chain-events/order-event-store'
import type { Hex } from '@/lib/core/bytes'
import { type Database, inPreparedTransaction } from '@/lib/db/database'
import { lockingOfOrders } from '@/lib/orders/order-lock-store'
import type { NewOrder } from '@/lib/orders/order-record'
import {
  type AttachedQuote,
  insertionOfQuotes,
  quoteRows,
} from '@/lib/orders/queries/order-quote-store'
import { insertionOf } from './order-insertion-store'

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
  text: `SELECT EXISTS (${mentionedUids}) OR EXISTS (
      SELECT FROM unnest($2::text[]) AS named
      WHERE NOT EXISTS (SELECT FROM app_data WHERE hash = named AND created_at > $3)
    ) AS "isMoreToDo"`,
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
