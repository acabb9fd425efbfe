import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { BlockName } from './block-on-chain'
import { settlementIndex } from './indexer-role'

/** A time in which an order's owner is short of balance. */
export type ShortEpisode = {
  readonly uid: Hex
  /** The how manyth of its order. */
  readonly number: number
  /** Where it was found. */
  readonly block: BlockName
}

type Row = { orderUid: string; number: number; blockNumber: bigint; blockHash: string }

/** The episodes of these orders that last, by the uids of the orders. */
export async function findOpenEpisodes(
  db: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, ShortEpisode>> {
  const where = { orderUid: { in: [...uids] }, endedAt: null }
  const episodes = (await db.shortEpisode.findMany({ where })).map(toEpisode)
  return new Map(episodes.map((episode) => [episode.uid, episode]))
}

/**
 * Episodes found in a block at whose height the settlements' index knows another one, and that no round looks at any
 * more: they have ended, or their order has.
 */
export async function listDroppedEpisodes(
  db: Transaction,
  chainId: number,
): Promise<ShortEpisode[]> {
  const { indexer } = settlementIndex(chainId)
  const rows = await db.$queryRaw<Row[]>`
    SELECT e.order_uid AS "orderUid", e.number, e.block_number AS "blockNumber", e.block_hash AS "blockHash"
    FROM indexed_blocks b
    JOIN short_episodes e ON e.chain_id = b.chain_id AND e.block_number = b.number AND e.block_hash <> b.hash
    JOIN orders o ON o.uid = e.order_uid
    WHERE b.chain_id = ${chainId} AND b.indexer = ${indexer} AND NOT e.taken_back
      AND (e.ended_at IS NOT NULL OR o.status <> 'open' OR NOT o.signed)
    ORDER BY e.order_uid, e.number`
  return rows.map(toEpisode)
}

/**
 * Begins an episode and returns its number; undefined: one lasts already. Call it under the order's lock.
 */
export async function beginEpisode(
  tx: Transaction,
  facts: {
    readonly chainId: number
    readonly uid: Hex
    readonly block: BlockName
    readonly at: Date
  },
): Promise<number | undefined> {
  const { chainId, uid, block, at } = facts
  const [row] = await tx.$queryRaw<{ number: number }[]>`
    INSERT INTO short_episodes (order_uid, number, chain_id, block_number, block_hash, started_at)
    SELECT ${uid}, COALESCE(max(number), 0) + 1, ${chainId}::int, ${block.number}::bigint, ${block.hash}, ${at}::timestamptz
    FROM short_episodes WHERE order_uid = ${uid}
    HAVING count(*) FILTER (WHERE ended_at IS NULL) = 0
    RETURNING number`
  return row?.number
}

/** Has an episode that lasts be found in another block. */
export async function moveEpisode(tx: Transaction, uid: Hex, block: BlockName): Promise<void> {
  const data = { blockNumber: block.number, blockHash: block.hash }
  await tx.shortEpisode.updateMany({ where: { orderUid: uid, endedAt: null }, data })
}

/** Ends the episode of an order that lasts. */
export async function endEpisode(tx: Transaction, uid: Hex, at: Date): Promise<void> {
  await tx.shortEpisode.updateMany({
    where: { orderUid: uid, endedAt: null },
    data: { endedAt: at },
  })
}

/** Ends an episode for good: it counts as never found. */
export async function takeBackEpisode(
  tx: Transaction,
  { uid, number }: ShortEpisode,
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE short_episodes SET taken_back = true, ended_at = COALESCE(ended_at, ${at})
    WHERE order_uid = ${uid} AND number = ${number}`
}

function toEpisode({ orderUid, number, blockNumber, blockHash }: Row): ShortEpisode {
  const block = { number: blockNumber, hash: blockHash as Hex }
  return { uid: orderUid as Hex, number, block }
}
