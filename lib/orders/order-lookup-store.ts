import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { createBatch } from '@/lib/db/batch'
import { queryPrepared } from '@/lib/db/database'
import type { OrderDetails } from './order-details'
import {
  detailsColumns,
  detailsTables,
  type QuotedRow,
  quoteColumns,
  toQuotedDetails,
} from './order-details-store'

/** Queries under way at once in a process; more would only keep the batches small. */
const concurrency = 2

const statement = {
  name: 'orders-by-uid',
  text: `SELECT ${detailsColumns}, ${quoteColumns}
    FROM orders o ${detailsTables} LEFT JOIN order_quotes q ON q.order_uid = o.uid
    WHERE o.uid = ANY($1::text[])`,
} as const

/**
 * The order with this uid, on whatever network, with what is beside it: the most asked question of all, so
 * those that are asked at the same time are answered by one query.
 */
export function lookUpOrder(ctx: Context, uid: Hex): Promise<OrderDetails | undefined> {
  const lookUp = memoized(ctx, 'orders:look-up', () =>
    createBatch<Hex, OrderDetails>({
      concurrency,
      size: 256,
      load: async (uids) => {
        const rows = await queryPrepared<QuotedRow>(ctx.db, { ...statement, values: [uids] })
        return new Map(rows.map((row) => [row.uid as Hex, toQuotedDetails(row)]))
      },
    }),
  )
  return lookUp(uid)
}
