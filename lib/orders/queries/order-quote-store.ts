import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { Prisma } from '@/prisma/generated/client'

/** What an order was quoted, and how far below that its client set the limit (bips), if it says so. */
export type AttachedQuote = StoredQuote & { readonly slippageBips: number | undefined }

const columns = `order_uid, sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price,
  verified, quoted_at, metadata`

/** The insertion of the rows that {@link quoteRows} wrote, given as the parameter `$place`. */
export const insertionOfQuotes = (place: number) =>
  `INSERT INTO order_quotes (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::order_quotes, $${place}::jsonb)`

/** The rows of quotes as JSON, by the uids of their orders. */
export function quoteRows(quotes: ReadonlyMap<Hex, AttachedQuote>): string {
  const rows = [...quotes].map(([orderUid, quote]) => ({
    order_uid: orderUid,
    sell_amount: quote.sellAmount.toString(),
    buy_amount: quote.buyAmount.toString(),
    fee_amount: quote.feeAmount.toString(),
    gas_amount: quote.gasAmount,
    gas_price: quote.gasPrice,
    sell_token_price: quote.sellTokenPrice,
    verified: quote.verified,
    quoted_at: quote.quotedAt,
    metadata: quote.slippageBips === undefined ? null : { slippageBips: quote.slippageBips },
  }))
  return JSON.stringify(rows)
}

/** Keeps the quotes that orders were placed with, as long as the orders. */
export async function saveOrderQuotes(
  tx: Transaction,
  quotes: ReadonlyMap<Hex, AttachedQuote>,
): Promise<void> {
  if (quotes.size > 0) await tx.$executeRawUnsafe(insertionOfQuotes(1), quoteRows(quotes))
}

/** An order that names a quote, and how far below that its client set the limit (bips), if it says so. */
export type QuotedUid = { readonly uid: Hex; readonly slippageBips: number | undefined }

/**
 * Keeps the quotes that orders name by their `quoteId` with the orders. An id that names no quote of the
 * order's tokens and kind is forgotten.
 */
export async function attachQuotes(tx: Transaction, orders: readonly QuotedUid[]): Promise<void> {
  const uids = orders.map(({ uid }) => uid)
  const slippages = orders.map(({ slippageBips }) => slippageBips ?? null)
  await tx.$executeRaw`
    INSERT INTO order_quotes (${Prisma.raw(columns)})
    SELECT o.uid, q.sell_amount, q.buy_amount, q.fee_amount, q.gas_amount, q.gas_price,
      q.sell_token_price, q.verified, q.created_at,
      CASE WHEN k.bips IS NOT NULL THEN jsonb_build_object('slippageBips', k.bips) END
    FROM unnest(${uids}::text[], ${slippages}::float8[]) AS k (uid, bips)
    JOIN orders o ON o.uid = k.uid
    JOIN quotes q ON q.id = o.quote_id AND q.chain_id = o.chain_id AND q.kind = o.kind
      AND q.sell_token = o.sell_token AND q.buy_token = o.buy_token
    ON CONFLICT DO NOTHING`
  await tx.$executeRaw`
    UPDATE orders o SET quote_id = NULL
    WHERE o.uid = ANY(${uids}::text[]) AND quote_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM order_quotes WHERE order_uid = o.uid)`
}
