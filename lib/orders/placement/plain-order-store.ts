import { restMs } from '@/lib/app-data/app-data-store'
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

/** Orders of which nothing is stored but themselves and their quotes. */
export type PlainOrders = {
  readonly orders: readonly [NewOrder, ...NewOrder[]]
  /** By the uids of orders. */
  readonly quotes: ReadonlyMap<Hex, AttachedQuote>
  /** The hashes of the documents that orders came with. */
  readonly documents: readonly Hex[]
}

/** Its snapshot is younger than the locks, so that it sees what was indexed while they were waited for. */
const question = {
  name: 'more-than-plain',
  text: `SELECT EXISTS (${mentionedUids}) OR EXISTS (
      SELECT FROM unnest($2::text[]) AS named
      WHERE NOT EXISTS (SELECT FROM app_data WHERE hash = named AND created_at > $3)
    ) AS "isMoreToDo"`,
} as const

/**
 * Inserts orders as open by one transaction of two prepared statements; all of them, or none and false when there is
 * more to do than that: one is known or repeated, the chain has mentioned one, or a document is to be written.
 */
export function insertPlainOrders(
  db: Database,
  { orders, quotes, documents }: PlainOrders,
): Promise<boolean> {
  const uids = orders.map(({ uid }) => uid)
  const { columns, rows } = insertionOf(orders)
  const insertion = { name: 'insert-plain-orders', text: insertionText(columns) }
  const restedAt = new Date(orders[0].createdAt.getTime() - restMs)
  return inPreparedTransaction(db, async (query) => {
    const inserted = await query({ ...insertion, values: [uids, rows, quoteRows(quotes)] })
    if (inserted.length < uids.length) return false
    const values = [uids, documents, restedAt]
    const [answer] = await query<{ isMoreToDo: boolean }>({ ...question, values })
    return answer?.isMoreToDo === false
  })
}

/** Inserts nothing before all locks are held, because the number of them decides. */
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
