import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { AuctionSummary } from './auction-summary'

/** Page of a network's auctions: those before an auction, or the newest. */
export type AuctionPage = {
  readonly chainId: number
  readonly before?: bigint | undefined
  readonly limit: number
}

type Row = {
  readonly id: bigint
  readonly blockNumber: bigint
  readonly createdAt: Date
  readonly bound: Prisma.Decimal | null
  readonly orders: number
  readonly filled: number
  readonly solutions: number
  readonly winners: number
  readonly score: Prisma.Decimal
  readonly txHashes: Hex[]
}

/** Returns a page of auctions with a sent winner, newest first; secret winners are not counted. */
export async function listAuctionSummaries(
  db: Transaction,
  { chainId, before, limit }: AuctionPage,
): Promise<AuctionSummary[]> {
  const rest = before === undefined ? Prisma.empty : Prisma.sql`AND a.id < ${before}`
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.id, a.block_number AS "blockNumber", a.created_at AS "createdAt", a.bound,
      cardinality(a.order_uids) AS orders, s.*
    FROM auctions a CROSS JOIN LATERAL (
      SELECT count(*)::int AS solutions,
        count(*) FILTER (WHERE settles)::int AS winners,
        coalesce(sum(score) FILTER (WHERE settles), 0) AS score,
        coalesce(sum(jsonb_array_length(orders)) FILTER (WHERE settles), 0)::int AS filled,
        coalesce(array_agg(DISTINCT tx_hash) FILTER (WHERE settles), '{}') AS "txHashes"
      FROM (
        SELECT s.score, s.orders, t.tx_hash, coalesce(t.state IN ('sent', 'mined'), false) AS settles
        FROM solutions s LEFT JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id
          AND (NOT s.is_winner OR s.fault IS NOT NULL OR t.state <> 'prepared')
      ) told
    ) s
    WHERE a.chain_id = ${chainId} ${rest}
      AND EXISTS (
        SELECT FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id AND t.state <> 'prepared'
      )
    ORDER BY a.id DESC LIMIT ${limit}`
  return rows.map(({ id, bound, score, ...row }) => ({
    ...row,
    auctionId: id,
    chainId,
    score: fromDecimal(score),
    bound: bound === null ? undefined : fromDecimal(bound),
  }))
}
