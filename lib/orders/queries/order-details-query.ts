import { defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { selectColumns } from '@/lib/db/columns'
import { type Database, fromDecimal, queryPrepared, type Transaction } from '@/lib/db/database'
import { type OrderColumns, toRecord } from '@/lib/orders/order-columns'
import { Prisma, type OrderQuote as QuoteRow } from '@/prisma/generated/client'
import type { OrderDetails, OrderQuote } from './order-details'

/** A row of {@link detailsColumns}, as read by Prisma or `pg`. */
export type DetailsRow = OrderColumns & {
  readonly fullAppData: string | null
  readonly refundTxHash: string | null
}

/** A row of {@link detailsColumns} and {@link quoteColumns}. */
export type QuotedRow = DetailsRow & {
  readonly [K in keyof QuoteRow as `quote.${K}`]: AsText<QuoteRow[K]> | null
}

type AsText<T> = T extends Prisma.Decimal ? T | string : T

/** Columns selected from orders `o` joined with {@link detailsTables}. */
export const detailsColumns = `${selectColumns('o', Prisma.OrderScalarFieldEnum)},
  a.document AS "fullAppData", r.tx_hash AS "refundTxHash"`

/** Joins for `o`. Looks for a refund only where an order was placed on chain; most were not. */
export const detailsTables = `
  LEFT JOIN app_data a ON a.hash = o.app_data
  LEFT JOIN LATERAL (
    SELECT tx_hash FROM order_refunds
    WHERE o.onchain_sender IS NOT NULL AND order_uid = o.uid AND chain_id = o.chain_id
    ORDER BY block_number, log_index LIMIT 1
  ) r ON true`

/** Columns selected from `order_quotes q`. */
export const quoteColumns = selectColumns('q', Prisma.OrderQuoteScalarFieldEnum, 'quote.')

/** Converts a row to an order with its details. */
export function toDetails(row: DetailsRow): OrderDetails {
  return {
    order: toRecord(row),
    fullAppData: row.fullAppData ?? undefined,
    refundTxHash: (row.refundTxHash ?? undefined) as Hex | undefined,
  }
}

/** Converts a row to an order with its details and the quote it was placed with. */
export function toQuotedDetails(row: QuotedRow): OrderDetails {
  return { ...toDetails(row), quote: toQuote(row) }
}

function toQuote(row: QuotedRow): OrderQuote | undefined {
  const { 'quote.sellAmount': sellAmount, 'quote.buyAmount': buyAmount } = row
  if (sellAmount === null || buyAmount === null) return undefined
  return {
    sellAmount: fromDecimal(sellAmount),
    buyAmount: fromDecimal(buyAmount),
    feeAmount: fromDecimal(row['quote.feeAmount'] ?? '0'),
    gasAmount: row['quote.gasAmount'] ?? 0,
    gasPrice: row['quote.gasPrice'] ?? 0,
    sellTokenPrice: row['quote.sellTokenPrice'] ?? 0,
    verified: row['quote.verified'] ?? false,
    metadata: (row['quote.metadata'] ?? undefined) as OrderQuote['metadata'],
  }
}

const statement = {
  name: 'orders-by-uid',
  text: `SELECT ${detailsColumns}, ${quoteColumns}
    FROM orders o ${detailsTables} LEFT JOIN order_quotes q ON q.order_uid = o.uid
    WHERE o.uid = ANY($1::text[])`,
} as const

/** Returns orders with their details, on any network. Uses a prepared statement, so only outside transactions. */
async function readOrderDetails(
  db: Database,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, OrderDetails>> {
  const rows = await queryPrepared<QuotedRow>(db, { ...statement, values: [uids] })
  return new Map(rows.map((row) => [row.uid as Hex, toQuotedDetails(row)]))
}

/**
 * Returns the order with this uid on any network, with its details. The most frequent query, so concurrent lookups are
 * batched into one statement.
 */
export const lookUpOrder = defineLoader<Hex, OrderDetails>('orders/look-up', ({ db }, uids) =>
  readOrderDetails(db, uids),
)

/** Keyset position among an account's orders, newest first. */
export type OrderKey = { readonly createdAt: Date; readonly uid: Hex }

type AccountPage = {
  readonly chainId: number
  readonly account: Address
  readonly limit: number
  /** Orders to skip, counted from `after` if given. */
  readonly offset: number
  readonly after: OrderKey | undefined
}

const columns = Prisma.raw(detailsColumns)
const tables = Prisma.raw(detailsTables)
const quoted = Prisma.raw(quoteColumns)

/**
 * Lists a page of an account's orders on a network, newest first: orders it owns and orders it placed through a
 * contract. Indexes hold both in this sequence, except for uids of the same time, so the cost of a page depends on its offset
 * and limit, not on the account's number of orders.
 */
export async function listOrdersOfAccount(
  db: Transaction,
  { chainId, account, limit, offset, after }: AccountPage,
): Promise<OrderDetails[]> {
  const rest = after
    ? Prisma.sql`AND created_at <= ${after.createdAt} AND (created_at < ${after.createdAt} OR uid > ${after.uid})`
    : Prisma.empty
  const first = Prisma.sql`${rest} ORDER BY created_at DESC, uid LIMIT ${limit + offset}`
  const rows = await db.$queryRaw<QuotedRow[]>`
    WITH page AS (
      SELECT uid FROM (
        (SELECT uid, created_at FROM orders WHERE chain_id = ${chainId} AND owner = ${account} ${first})
        UNION ALL
        (SELECT uid, created_at FROM orders WHERE chain_id = ${chainId} AND onchain_sender = ${account} AND owner <> ${account} ${first})
      ) AS either
      ORDER BY created_at DESC, uid LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${columns}, ${quoted} FROM page JOIN orders o ON o.uid = page.uid ${tables}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    ORDER BY o.created_at DESC, o.uid`
  return rows.map(toQuotedDetails)
}

/** Lists the orders that a transaction filled on a network, newest first. */
export async function listOrdersOfTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<OrderDetails[]> {
  const rows = await db.$queryRaw<DetailsRow[]>`
    WITH filled AS (
      SELECT DISTINCT known_uid FROM trades WHERE tx_hash = ${txHash} AND chain_id = ${chainId}
    )
    SELECT ${columns} FROM filled JOIN orders o ON o.uid = known_uid ${tables}
    ORDER BY o.created_at DESC, o.uid`
  return rows.map(toDetails)
}
