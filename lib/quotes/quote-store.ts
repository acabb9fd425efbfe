import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
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
    gas_amount: Number(cost.gas - quote.extraGas),
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
