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

/** Removes offers that expired before `before` (Unix milliseconds) and returns how many. */
export async function deleteExpiredQuotes(db: Transaction, before: number): Promise<number> {
  const { count } = await db.quote.deleteMany({ where: { expiration: { lt: new Date(before) } } })
  return count
}
