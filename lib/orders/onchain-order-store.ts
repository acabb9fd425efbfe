import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { insertOrders, overwriteOrders } from './order-insertion-store'
import type { NewOrder } from './order-record'

/**
 * Stores orders that were placed on chain. One that is stored already, because its block was replaced or
 * because someone had submitted it, becomes what this placement says. Hold the locks of the orders.
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
    INSERT INTO order_quotes (order_uid, sell_amount, buy_amount, fee_amount, gas_amount, gas_price,
      sell_token_price, verified, metadata)
    SELECT o.uid, q.sell_amount, q.buy_amount, q.fee_amount, q.gas_amount, q.gas_price,
      q.sell_token_price, q.verified,
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
