import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Transaction, toDecimal } from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { Prisma } from '@/prisma/generated/client'

/** What an order was quoted, and how far below that its client set the limit (bips), if it says so. */
export type AttachedQuote = StoredQuote & { readonly slippageBips: number | undefined }

/** Keeps the quote that an order was placed with, as long as the order. */
export async function saveOrderQuote(
  tx: Transaction,
  orderUid: Hex,
  quote: AttachedQuote,
): Promise<void> {
  const { slippageBips } = quote
  await tx.orderQuote.create({
    data: {
      orderUid,
      sellAmount: toDecimal(quote.sellAmount),
      buyAmount: toDecimal(quote.buyAmount),
      feeAmount: toDecimal(quote.feeAmount),
      gasAmount: quote.gasAmount,
      gasPrice: quote.gasPrice,
      sellTokenPrice: quote.sellTokenPrice,
      verified: quote.verified,
      metadata: slippageBips === undefined ? Prisma.DbNull : { slippageBips },
    },
  })
}

/** An owner's open orders of a network that count against its limits. */
export type OpenOrderCounts = {
  /** Signed, and asking for more than they were quoted or not quoted at all. */
  readonly outOfMarket: number
  /** Presign orders without their signature. */
  readonly waiting: number
}

/** Counts an owner's open orders; {@link lockOwner} first, so that the numbers stand until the end. */
export async function countOpenOrders(
  tx: Transaction,
  { chainId, owner, nowSeconds }: { chainId: number; owner: Address; nowSeconds: number },
): Promise<OpenOrderCounts> {
  const [counts] = await tx.$queryRaw<OpenOrderCounts[]>`
    SELECT (count(*) FILTER (WHERE NOT o.signed))::int AS waiting,
      (count(*) FILTER (WHERE o.signed AND (q.order_uid IS NULL OR
        (o.sell_amount + o.fee_amount) * q.buy_amount < (q.sell_amount + q.fee_amount) * o.buy_amount
      )))::int AS "outOfMarket"
    FROM orders o LEFT JOIN order_quotes q ON q.order_uid = o.uid
    WHERE o.owner = ${owner} AND o.chain_id = ${chainId} AND o.status = 'open'
      AND o.true_valid_to >= ${BigInt(nowSeconds)}`
  return counts ?? { outOfMarket: 0, waiting: 0 }
}

/** Keeps these locks apart from other users of two-key advisory locks. */
const ownerLockSpace = 2

/**
 * Lets one transaction at a time place limited orders of an owner on a network, until it ends. Taken before
 * any order is locked, so nobody deadlocks.
 */
export async function lockOwner(
  tx: Transaction,
  { chainId, owner }: { chainId: number; owner: Address },
): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(${ownerLockSpace}::int, hashtext(${`${chainId}:${owner}`}))::text`
}
