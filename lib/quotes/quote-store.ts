import { defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import { chargedGas } from './price-quote'
import type { Quote, QuoteAmounts } from './quote'

/** A stored quote. */
export type StoredQuote = QuoteAmounts & {
  readonly id: bigint
  /** Excludes the contract signature and the hooks. */
  readonly gasAmount: number
  /** Wei per unit of gas. */
  readonly gasPrice: number
  /** Native atoms per sell-token atom. */
  readonly sellTokenPrice: number
  readonly verified: boolean
  readonly quotedAt: Date
}

const statement = {
  name: 'save-quotes',
  text: `WITH given AS (
      SELECT nextval(pg_get_serial_sequence('quotes', 'id')) AS id, k.*
      FROM jsonb_to_recordset($1::jsonb) AS k (place int, chain_id int, trader text, sell_token text,
        buy_token text, kind order_kind, sell_amount numeric, buy_amount numeric, fee_amount numeric,
        gas_amount float8, gas_price float8, sell_token_price float8, signing_scheme signing_scheme,
        verified boolean, block_number bigint, created_at timestamptz, expiration timestamptz)
    ), saved AS (
      INSERT INTO quotes (id, chain_id, trader, sell_token, buy_token, kind, sell_amount, buy_amount, fee_amount,
        gas_amount, gas_price, sell_token_price, signing_scheme, verified, block_number, created_at, expiration)
      SELECT id, chain_id, trader, sell_token, buy_token, kind, sell_amount, buy_amount, fee_amount,
        gas_amount, gas_price, sell_token_price, signing_scheme, verified, block_number, created_at, expiration
      FROM given
    )
    SELECT place, id FROM given`,
} as const

/** A quote with its internal columns. */
export type NewQuote = {
  readonly quote: Quote
  readonly nowMs: number
  readonly blockNumber: bigint
}

/** Stores quotes and returns their ids, by a prepared statement: outside transactions only. */
export async function saveQuotes(
  db: Database,
  quotes: readonly NewQuote[],
): Promise<ReadonlyMap<NewQuote, bigint>> {
  const values = [JSON.stringify(quotes.map(toRow))]
  const rows = await queryPrepared<{ place: number; id: string }>(db, { ...statement, values })
  return new Map(rows.map(({ place, id }) => [quotes[place] as NewQuote, BigInt(id)]))
}

function toRow({ quote, nowMs, blockNumber }: NewQuote, place: number) {
  const { request, cost } = quote
  return {
    place,
    chain_id: request.chainId,
    trader: request.from,
    sell_token: request.sellToken,
    buy_token: request.buyToken,
    kind: quote.kind,
    sell_amount: String(quote.sellAmount),
    buy_amount: String(quote.buyAmount),
    fee_amount: String(quote.feeAmount),
    gas_amount: Number(chargedGas(cost) - quote.extraGas),
    gas_price: Number(cost.gasPrice),
    sell_token_price: Number(cost.sellTokenPrice) / 1e18,
    signing_scheme: request.signingScheme,
    verified: quote.verified,
    block_number: String(blockNumber),
    created_at: new Date(nowMs),
    expiration: new Date(quote.expirationMs),
  }
}

/** Deletes quotes that expired before `before` (Unix milliseconds) and returns their number. */
export async function deleteExpiredQuotes(db: Transaction, before: number): Promise<number> {
  const { count } = await db.quote.deleteMany({ where: { expiration: { lt: new Date(before) } } })
  return count
}

/** An order that may be based on a quote. */
type QuotedOrder = Pick<Order, 'kind' | 'sellToken' | 'buyToken' | 'sellAmount' | 'buyAmount'> & {
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
 * Returns the quote that an order was signed on, as {@link readQuotes} chooses it. Concurrent calls share one query.
 */
export const findQuoteOf = defineLoader<QuotedOrder, StoredQuote>(
  'quotes/of-orders',
  (ctx, orders) => readQuotes(ctx.db, orders, ctx.now()),
)

/**
 * Returns the quotes that orders were signed on: unexpired, with the same tokens, kind and size (the sell amount before
 * or after the fee, or the buy amount). The quote that an order names comes first, then the best quote of its owner:
 * verified ones first, then by price.
 */
async function readQuotes(
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
