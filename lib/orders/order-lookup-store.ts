import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { createBatch } from '@/lib/db/batch'
import { queryPrepared } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { type OrderColumns, type OrderRecord, toRecord } from './order-store'

/** An order and the text of its app data document, when there is one. */
export type OrderWithAppData = {
  readonly order: OrderRecord
  readonly fullAppData: string | undefined
}

/** Queries under way at once in a process; more would only keep the batches small. */
const concurrency = 2

const columns = Object.keys(Prisma.OrderScalarFieldEnum).map(
  (field) => `o.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${field}"`,
)

const statement = {
  name: 'orders-by-uid',
  text: `SELECT ${columns.join(', ')}, a.document AS "fullAppData"
    FROM orders o LEFT JOIN app_data a ON a.hash = o.app_data
    WHERE o.uid = ANY($1::text[])`,
} as const

/**
 * The order with this uid, on whatever network, with its app data: the most asked question of all, so those
 * that are asked at the same time are answered by one query.
 */
export function lookUpOrder(ctx: Context, uid: Hex): Promise<OrderWithAppData | undefined> {
  const lookUp = memoized(ctx, 'orders:look-up', () =>
    createBatch<Hex, OrderWithAppData>({
      concurrency,
      size: 256,
      load: async (uids) => {
        const rows = await queryPrepared<OrderColumns & { fullAppData: string | null }>(ctx.db, {
          ...statement,
          values: [uids],
        })
        return new Map(rows.map((row) => [row.uid as Hex, withAppData(row)]))
      },
    }),
  )
  return lookUp(uid)
}

function withAppData(row: OrderColumns & { fullAppData: string | null }): OrderWithAppData {
  return { order: toRecord(row), fullAppData: row.fullAppData ?? undefined }
}
