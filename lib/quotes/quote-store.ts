import type { Address } from '@/lib/core/address'
import type { Order } from '@/lib/core/order'
import { type Transaction, toDecimal } from '@/lib/db/database'
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
  id: bigint
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

/**
 * The offer that an order was signed on: of the same tokens, kind and size (what is sold with or without the
 * fee, or what is bought) and not expired. The one that the order names comes first, then the best that its
 * owner was given: verified before not, then the better price.
 */
export async function findQuoteOf(
  db: Transaction,
  order: QuotedOrder,
  nowMs: number,
): Promise<StoredQuote | undefined> {
  const [sellAmount, buyAmount] = [order.sellAmount.toString(), order.buyAmount.toString()]
  const quoteId = order.quoteId ?? null
  const [row] = await db.$queryRaw<StoredQuoteRow[]>`
    SELECT id, sell_amount::text, buy_amount::text, fee_amount::text, gas_amount, gas_price,
      sell_token_price, verified
    FROM quotes
    WHERE (trader = ${order.owner} OR id = ${quoteId}::bigint)
      AND expiration > to_timestamp(${nowMs / 1000}::float8)
      AND chain_id = ${order.chainId} AND kind = ${order.kind}::order_kind
      AND sell_token = ${order.sellToken} AND buy_token = ${order.buyToken}
      AND CASE kind WHEN 'sell'
        THEN ${sellAmount}::numeric IN (sell_amount, sell_amount + fee_amount)
        ELSE ${buyAmount}::numeric = buy_amount END
    ORDER BY id = ${quoteId}::bigint DESC, verified DESC,
      buy_amount / (sell_amount + fee_amount) DESC, id DESC
    LIMIT 1`
  if (!row) return undefined
  return {
    id: row.id,
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
