import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** A time in which an order's owner is short of balance. */
export type ShortEpisode = {
  readonly uid: Hex
  /** The how manyth of its order. */
  readonly number: number
  /** Where it was found. */
  readonly block: BlockName
}

/** A block by number and hash. */
export type BlockName = { readonly number: bigint; readonly hash: Hex }

/** The episodes of a network that last, by the uids of their orders. */
export async function findOpenEpisodes(
  db: Transaction,
  chainId: number,
): Promise<ReadonlyMap<Hex, ShortEpisode>> {
  const rows = await db.shortEpisode.findMany({ where: { chainId, endedAt: null } })
  const episodes = rows.map(({ orderUid, number, blockNumber, blockHash }): ShortEpisode => {
    const block = { number: blockNumber, hash: blockHash as Hex }
    return { uid: orderUid as Hex, number, block }
  })
  return new Map(episodes.map((episode) => [episode.uid, episode]))
}

/** Begins an episode and returns its number; undefined: one lasts already. */
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
    INSERT INTO short_episodes AS e (order_uid, chain_id, block_number, block_hash, started_at)
    VALUES (${uid}, ${chainId}, ${block.number}, ${block.hash}, ${at})
    ON CONFLICT (order_uid) DO UPDATE SET number = e.number + 1, block_number = EXCLUDED.block_number,
      block_hash = EXCLUDED.block_hash, started_at = EXCLUDED.started_at, ended_at = NULL
    WHERE e.ended_at IS NOT NULL
    RETURNING number`
  return row?.number
}

/** Has an episode that lasts be found in another block. */
export async function moveEpisode(tx: Transaction, uid: Hex, block: BlockName): Promise<void> {
  const data = { blockNumber: block.number, blockHash: block.hash }
  await tx.shortEpisode.updateMany({ where: { orderUid: uid, endedAt: null }, data })
}

/** Ends an episode. */
export async function endEpisode(tx: Transaction, uid: Hex, at: Date): Promise<void> {
  await tx.shortEpisode.updateMany({
    where: { orderUid: uid, endedAt: null },
    data: { endedAt: at },
  })
}
