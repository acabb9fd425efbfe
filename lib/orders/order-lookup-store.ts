import type { Hex } from '@/lib/core/bytes'
import { type Database, queryPrepared } from '@/lib/db/database'
import type { OrderDetails } from './queries/order-details'
import {
  detailsColumns,
  detailsTables,
  type QuotedRow,
  quoteColumns,
  toQuotedDetails,
} from './queries/order-details-store'

const statement = {
  name: 'orders-by-uid',
  text: `SELECT ${detailsColumns}, ${quoteColumns}
    FROM orders o ${detailsTables} LEFT JOIN order_quotes q ON q.order_uid = o.uid
    WHERE o.uid = ANY($1::text[])`,
} as const

/** Returns orders with their details, on any network. Uses a prepared statement, so only outside transactions. */
export async function readOrderDetails(
  db: Database,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, OrderDetails>> {
  const rows = await queryPrepared<QuotedRow>(db, { ...statement, values: [uids] })
  return new Map(rows.map((row) => [row.uid as Hex, toQuotedDetails(row)]))
}
