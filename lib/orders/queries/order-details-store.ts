import type { Hex } from '@/lib/core/bytes'
import { selectColumns } from '@/lib/db/columns'
import { fromDecimal } from '@/lib/db/database'
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
