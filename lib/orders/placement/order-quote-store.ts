import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { Prisma } from '@/prisma/generated/client'

/** An order's quote, and the client's slippage tolerance below it in bps, if stated. */
export type AttachedQuote = StoredQuote & { readonly slippageBips: number | undefined }

const columns = `order_uid, sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price,
  verified, quoted_at, metadata`

/** Builds the SQL that inserts the rows of {@link quoteRows}, passed as parameter `$place`. */
export const insertionOfQuotes = (place: number) =>
  `INSERT INTO order_quotes (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::order_quotes, $${place}::jsonb)`

/** Serialises quotes as JSON rows, by the uids of their orders. */
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

/** Stores the quotes that orders were placed with, for as long as the orders exist. */
export async function saveOrderQuotes(
  tx: Transaction,
  quotes: ReadonlyMap<Hex, AttachedQuote>,
): Promise<void> {
  if (quotes.size > 0) await tx.$executeRawUnsafe(insertionOfQuotes(1), quoteRows(quotes))
}

/** An order with a `quoteId`, and the client's slippage tolerance below the quote in bps, if stated. */
export type QuotedUid = { readonly uid: Hex; readonly slippageBips: number | undefined }

/**
 * Copies the quotes named by orders' `quoteId` to the orders. Clears a `quoteId` without a quote of the same network,
 * tokens and kind.
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

/** Quoted amounts in atoms; the sell amount includes the network cost. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * Returns the amounts quoted for orders at placement, by uid. Omits orders without a quote and those quoted before
 * `quotedAfter`.
 */
export async function findOffers(
  db: Transaction,
  uids: readonly Hex[],
  { quotedAfter }: { readonly quotedAfter?: Date } = {},
): Promise<ReadonlyMap<Hex, Offer>> {
  const rows = await db.orderQuote.findMany({
    where: {
      orderUid: { in: [...uids] },
      ...(quotedAfter ? { quotedAt: { gte: quotedAfter } } : {}),
    },
  })
  const offers = rows.map((row) => {
    const offer: Offer = {
      sellAmount: fromDecimal(row.sellAmount) + fromDecimal(row.feeAmount),
      buyAmount: fromDecimal(row.buyAmount),
    }
    return [row.orderUid as Hex, offer] as const
  })
  return new Map(offers)
}
