import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import { type Database, queryPrepared } from '@/lib/db/database'
import type { StoredQuote } from './quote-store'

/** An order that may be based on a quote. */
export type QuotedOrder = Pick<
  Order,
  'kind' | 'sellToken' | 'buyToken' | 'sellAmount' | 'buyAmount'
> & {
  readonly chainId: number
  readonly owner: Address
  /** The quote id that the client sent. */
  readonly quoteId: bigint | undefined
}

type StoredQuoteRow = {
  /** Index of the order in the query's input. */
  place: string
  id: string
  sell_amount: string
  buy_amount: string
  fee_amount: string
  gas_amount: number
  gas_price: number
  sell_token_price: number
  verified: boolean
  created_at: Date
}

const quotesOfOrders = {
  name: 'quotes-of-orders',
  text: `SELECT k.place, q.*
    FROM jsonb_to_recordset($1::jsonb) AS k (place int, owner text, quote_id bigint, now float8, chain_id int,
      kind order_kind, sell_token text, buy_token text, sell_amount numeric, buy_amount numeric)
    CROSS JOIN LATERAL (
      SELECT id, sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price, verified, created_at
      FROM quotes
      WHERE (trader = k.owner OR id = k.quote_id) AND expiration > to_timestamp(k.now)
        AND chain_id = k.chain_id AND kind = k.kind
        AND sell_token = k.sell_token AND buy_token = k.buy_token
        AND CASE kind WHEN 'sell' THEN k.sell_amount IN (sell_amount, sell_amount + fee_amount)
          ELSE k.buy_amount = buy_amount END
      ORDER BY id = k.quote_id DESC, verified DESC, buy_amount / (sell_amount + fee_amount) DESC, id DESC
      LIMIT 1
    ) AS q`,
} as const

/**
 * Returns the quotes that orders were signed on: unexpired, with the same tokens, kind and size (the sell amount before
 * or after the fee, or the buy amount). The quote that an order names comes first, then the best quote of its owner:
 * verified ones first, then by price.
 */
export async function readQuotes(
  db: Database,
  orders: readonly QuotedOrder[],
  nowMs: number,
): Promise<ReadonlyMap<QuotedOrder, StoredQuote>> {
  const values = [toQuestions(orders, nowMs)]
  const rows = await queryPrepared<StoredQuoteRow>(db, { ...quotesOfOrders, values })
  return new Map(rows.map((row) => [orders[Number(row.place)] as QuotedOrder, toStored(row)]))
}

function toQuestions(orders: readonly QuotedOrder[], nowMs: number): string {
  return JSON.stringify(
    orders.map((order, place) => ({
      place,
      owner: order.owner,
      quote_id: order.quoteId?.toString() ?? null,
      now: nowMs / 1000,
      chain_id: order.chainId,
      kind: order.kind,
      sell_token: order.sellToken,
      buy_token: order.buyToken,
      sell_amount: order.sellAmount.toString(),
      buy_amount: order.buyAmount.toString(),
    })),
  )
}

function toStored(row: StoredQuoteRow): StoredQuote {
  return {
    id: BigInt(row.id),
    sellAmount: BigInt(row.sell_amount),
    buyAmount: BigInt(row.buy_amount),
    feeAmount: BigInt(row.fee_amount),
    gasAmount: row.gas_amount,
    gasPrice: row.gas_price,
    sellTokenPrice: row.sell_token_price,
    verified: row.verified,
    quotedAt: row.created_at,
  }
}
