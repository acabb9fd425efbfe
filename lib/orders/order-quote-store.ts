import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Transaction, toDecimal } from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { Prisma } from '@/prisma/generated/client'

/** What an order was quoted, and how far below that its client set the limit (bips), if it says so. */
export type AttachedQuote = StoredQuote & { readonly slippageBips: number | undefined }

/** Keeps the quotes that orders were placed with, as long as the orders. */
export async function saveOrderQuotes(
  tx: Transaction,
  quotes: ReadonlyMap<Hex, AttachedQuote>,
): Promise<void> {
  if (quotes.size === 0) return
  const data = [...quotes].map(([orderUid, quote]) => ({
    orderUid,
    sellAmount: toDecimal(quote.sellAmount),
    buyAmount: toDecimal(quote.buyAmount),
    feeAmount: toDecimal(quote.feeAmount),
    gasAmount: quote.gasAmount,
    gasPrice: quote.gasPrice,
    sellTokenPrice: quote.sellTokenPrice,
    verified: quote.verified,
    metadata:
      quote.slippageBips === undefined ? Prisma.DbNull : { slippageBips: quote.slippageBips },
  }))
  await tx.orderQuote.createMany({ data })
}

/** An owner on a network. */
export type OwnerKey = { readonly chainId: number; readonly owner: Address }

/** An owner's open orders of a network that count against its limits. */
export type OpenOrderCounts = {
  /** Signed, and asking for more than they were quoted or not quoted at all. */
  readonly outOfMarket: number
  /** Presign orders of the last day without their signature. */
  readonly waiting: number
}

const daySeconds = 24 * 3600

/**
 * Counts the open orders of owners, in the sequence given; {@link lockOwners} first, so that the numbers
 * stand until the end.
 */
export async function countOpenOrders(
  tx: Transaction,
  { owners, nowSeconds }: { owners: readonly OwnerKey[]; nowSeconds: number },
): Promise<OpenOrderCounts[]> {
  return tx.$queryRaw<OpenOrderCounts[]>`
    SELECT count(o.uid) FILTER (WHERE NOT o.signed
        AND o.created_at > to_timestamp(${nowSeconds - daySeconds}))::int AS waiting,
      count(o.uid) FILTER (WHERE o.signed AND (q.order_uid IS NULL OR
        (o.sell_amount + o.fee_amount) * q.buy_amount < (q.sell_amount + q.fee_amount) * o.buy_amount
      ))::int AS "outOfMarket"
    FROM unnest(${owners.map(({ owner }) => owner)}::text[], ${owners.map(({ chainId }) => chainId)}::int[])
      WITH ORDINALITY AS k (owner, chain_id, place)
    LEFT JOIN orders o ON o.owner = k.owner AND o.chain_id = k.chain_id AND o.status = 'open'
      AND o.true_valid_to >= ${BigInt(nowSeconds)}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    GROUP BY k.place ORDER BY k.place`
}

/** Keeps these locks apart from other users of two-key advisory locks. */
const ownerLockSpace = 2

/** Locks that all owners share; the server has room for some thousands. */
const ownerLocks = 1024

/**
 * Lets one transaction at a time place limited orders of these owners, until it ends. Taken before any order
 * is locked and in one sequence by everyone, so nobody deadlocks.
 */
export async function lockOwners(tx: Transaction, owners: readonly OwnerKey[]): Promise<void> {
  const names = owners.map(({ chainId, owner }) => `${chainId}:${owner}`)
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(${ownerLockSpace}::int, key))::int AS locks
    FROM (
      SELECT DISTINCT hashtext(name) & ${ownerLocks - 1}::int AS key FROM unnest(${names}::text[]) AS name ORDER BY key
    ) AS keys`
}
