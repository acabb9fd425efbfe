import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { BlockName } from '@/lib/settlements/indexing/block-on-chain'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { Prisma } from '@/prisma/generated/client'

/** A period in which an order's owner lacks balance or allowance. */
export type Shortfall = {
  readonly uid: Hex
  /** 1-based sequence number per order. */
  readonly number: number
  /** The block in which it was found. */
  readonly block: BlockName
  /** The block in which the order was found funded; undefined while open, or if retracted while open. */
  readonly end: BlockName | undefined
}

type Row = {
  readonly orderUid: string
  readonly number: number
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly endBlockNumber: bigint | null
  readonly endBlockHash: string | null
}

const columns = Prisma.sql`
  e.order_uid AS "orderUid", e.number, e.block_number AS "blockNumber", e.block_hash AS "blockHash",
  e.end_block_number AS "endBlockNumber", e.end_block_hash AS "endBlockHash"`

/** SQL: whether a newer episode of the order of episode `e` counts. */
export const hasNewer = Prisma.sql`EXISTS (
  SELECT 1 FROM short_episodes n
  WHERE n.order_uid = e.order_uid AND n.number > e.number AND NOT n.taken_back)`

/** Returns the newest valid episode of each order, by uid. */
export async function findNewestShortfalls(
  db: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, Shortfall>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (e.order_uid) ${columns} FROM short_episodes e
    WHERE e.order_uid = ANY(${[...uids]}::text[]) AND NOT e.taken_back
    ORDER BY e.order_uid, e.number DESC`
  return new Map(rows.map(toShortfall).map((shortfall) => [shortfall.uid, shortfall]))
}

/** The FROM clause of unsettled episodes, joined with the indexed block `b` at each one's height. */
const fromUnsettledAt = (chainId: number, height: Prisma.Sql) => Prisma.sql`
  FROM short_episodes e
  JOIN orders o ON o.uid = e.order_uid
  CROSS JOIN (
    SELECT min(number) AS number FROM indexed_blocks
    WHERE chain_id = ${chainId} AND indexer = ${settlementIndex(chainId).indexer}
  ) oldest
  LEFT JOIN indexed_blocks b
    ON b.chain_id = e.chain_id AND b.indexer = ${settlementIndex(chainId).indexer} AND b.number = ${height}
  WHERE e.chain_id = ${chainId} AND NOT e.taken_back AND NOT e.final`

/** Whether the index has another block at this height, or none any more. */
const isUnconfirmed = (height: Prisma.Sql, hash: Prisma.Sql) =>
  Prisma.sql`(b.hash <> ${hash} OR ${height} < oldest.number)`

const start = { height: Prisma.sql`e.block_number`, hash: Prisma.sql`e.block_hash` }
const end = { height: Prisma.sql`e.end_block_number`, hash: Prisma.sql`e.end_block_hash` }

/**
 * Returns episodes that began in a block that is not indexed at its height, and that no round checks any more: their
 * order has ended, or the episode has, in a canonical block or before a newer one.
 */
export async function listUnfinalizedShortfalls(
  db: Transaction,
  chainId: number,
): Promise<Shortfall[]> {
  const { indexer } = settlementIndex(chainId)
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} ${fromUnsettledAt(chainId, start.height)}
      AND ${isUnconfirmed(start.height, start.hash)}
      AND (o.status <> 'open' OR NOT o.signed OR (e.ended_at IS NOT NULL AND (
        ${hasNewer} OR e.end_block_number < oldest.number OR EXISTS (
          SELECT 1 FROM indexed_blocks l
          WHERE l.chain_id = e.chain_id AND l.indexer = ${indexer}
            AND l.number = e.end_block_number AND l.hash = e.end_block_hash))))
    ORDER BY e.order_uid, e.number`
  return rows.map(toShortfall)
}

/** Returns episodes that ended in a block that is not indexed at its height, without a newer episode of their order. */
export async function listUnconfirmedEnds(db: Transaction, chainId: number): Promise<Shortfall[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} ${fromUnsettledAt(chainId, end.height)}
      AND ${isUnconfirmed(end.height, end.hash)} AND NOT ${hasNewer}
    ORDER BY e.order_uid, e.number`
  return rows.map(toShortfall)
}

/** Returns ended episodes older than the index, which cannot change any more. */
export async function listOldShortfalls(db: Transaction, chainId: number): Promise<Shortfall[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} ${fromUnsettledAt(chainId, start.height)}
      AND (o.status <> 'open' OR NOT o.signed OR e.ended_at IS NOT NULL)
      AND GREATEST(e.block_number, e.end_block_number) < oldest.number
    ORDER BY e.order_uid, e.number`
  return rows.map(toShortfall)
}

function toShortfall(row: Row): Shortfall {
  const { orderUid, number, blockNumber, blockHash, endBlockNumber, endBlockHash } = row
  const block = { number: blockNumber, hash: blockHash as Hex }
  const end =
    endBlockNumber === null || endBlockHash === null
      ? undefined
      : { number: endBlockNumber, hash: endBlockHash as Hex }
  return { uid: orderUid as Hex, number, block, end }
}
