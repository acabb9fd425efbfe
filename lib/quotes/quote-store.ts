import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import { type Database, queryPrepared, type Transaction, toDecimal } from '@/lib/db/database'
import type { Quote, QuoteAmounts } from './quote'

/** An offer as it is stored. */
export type StoredQuote = QuoteAmounts & {
  readonly id: bigint
  /** Without a contract signature and hooks. */
  readonly gasAmount: number
  /** Wei per unit of gas. */
  readonly gasPrice: number
  /** Native atoms per sell-token atom. */
  readonly sellTokenPrice: number
  readonly verified: boolean
}

/** An order that may have been quoted. */
type QuotedOrder = Pick<Order, 'kind' | 'sellToken' | 'buyToken' | 'sellAmount' | 'buyAmount'> & {
  readonly chainId: number
  readonly owner: Address
  /** What the client says it was quoted. */
  readonly quoteId: bigint | undefined
}

type StoredQuoteRow = {
  id: string
  sell_amount: string
  buy_amount: string
  fee_amount: string
  gas_amount: number
  gas_price: number
  sell_token_price: number
  verified: boolean
}

/** Stores an offer and returns its id. */
export async function saveQuote(
  db: Transaction,
  quote: Quote,
  times: { nowMs: number; blockNumber: bigint },
): Promise<bigint> {
  const { request, cost } = quote
  const row = await db.quote.create({
    data: {
      chainId: request.chainId,
      trader: request.from,
      sellToken: request.sellToken,
      buyToken: request.buyToken,
      kind: quote.kind,
      sellAmount: toDecimal(quote.sellAmount),
      buyAmount: toDecimal(quote.buyAmount),
      feeAmount: toDecimal(quote.feeAmount),
      gasAmount: Number(cost.gas - quote.extraGas),
      gasPrice: Number(cost.gasPrice),
      sellTokenPrice: Number(cost.sellTokenPrice) / 1e18,
      signingScheme: request.signingScheme,
      verified: quote.verified,
      blockNumber: times.blockNumber,
      createdAt: new Date(times.nowMs),
      expiration: new Date(quote.expirationMs),
    },
    select: { id: true },
  })
  return row.id
}

const quoteOfOrder = {
  name: 'quote-of-order',
  text: `SELECT id, sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price, verified
    FROM quotes
    WHERE (trader = $1 OR id = $2::bigint)
      AND expiration > to_timestamp($3::float8)
      AND chain_id = $4 AND kind = $5::order_kind AND sell_token = $6 AND buy_token = $7
      AND CASE kind WHEN 'sell'
        THEN $8::numeric IN (sell_amount, sell_amount + fee_amount)
        ELSE $9::numeric = buy_amount END
    ORDER BY id = $2::bigint DESC, verified DESC, buy_amount / (sell_amount + fee_amount) DESC, id DESC
    LIMIT 1`,
} as const

/**
 * The offer that an order was signed on: of the same tokens, kind and size (what is sold with or without the
 * fee, or what is bought) and not expired. The one that the order names comes first, then the best that its
 * owner was given: verified before not, then the better price.
 */
export async function findQuoteOf(
  db: Database,
  order: QuotedOrder,
  nowMs: number,
): Promise<StoredQuote | undefined> {
  const { owner, quoteId, chainId, kind, sellToken, buyToken, sellAmount, buyAmount } = order
  const terms = [chainId, kind, sellToken, buyToken, sellAmount.toString(), buyAmount.toString()]
  const values = [owner, quoteId?.toString() ?? null, nowMs / 1000, ...terms]
  const [row] = await queryPrepared<StoredQuoteRow>(db, { ...quoteOfOrder, values })
  if (!row) return undefined
  return {
    id: BigInt(row.id),
    sellAmount: BigInt(row.sell_amount),
    buyAmount: BigInt(row.buy_amount),
    feeAmount: BigInt(row.fee_amount),
    gasAmount: row.gas_amount,
    gasPrice: row.gas_price,
    sellTokenPrice: row.sell_token_price,
    verified: row.verified,
  }
}

/** Removes offers that expired before `before` (Unix milliseconds) and returns how many. */
export async function deleteExpiredQuotes(db: Transaction, before: number): Promise<number> {
  const { count } = await db.quote.deleteMany({ where: { expiration: { lt: new Date(before) } } })
  return count
}
