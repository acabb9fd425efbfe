import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { BlockName } from '@/lib/settlements/indexing/block-on-chain'
import { hasNewer, type Shortfall } from './shortfall-query'

/** Excludes an episode from later checks, because its blocks cannot be dropped any more. */
export async function finalizeShortfall(
  tx: Transaction,
  { uid, number }: Shortfall,
): Promise<void> {
  const data = { final: true }
  await tx.shortEpisode.updateMany({ where: { orderUid: uid, number }, data })
}

/** Begins an episode and returns its number; undefined if one is open. Call it under the order's lock. */
export async function openShortfall(
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

/** Moves the beginning of an open episode to another block. */
export async function moveShortfall(tx: Transaction, uid: Hex, block: BlockName): Promise<void> {
  const data = { blockNumber: block.number, blockHash: block.hash, final: false }
  await tx.shortEpisode.updateMany({ where: { orderUid: uid, endedAt: null }, data })
}

/** Ends an order's open episode in the block in which the order was found funded. */
export async function closeShortfall(
  tx: Transaction,
  uid: Hex,
  { block, at }: { readonly block: BlockName; readonly at: Date },
): Promise<void> {
  await tx.shortEpisode.updateMany({
    where: { orderUid: uid, endedAt: null },
    data: { endedAt: at, endBlockNumber: block.number, endBlockHash: block.hash, final: false },
  })
}

/** Reopens an ended episode, unless a newer one of its order counts. Call it under the order's lock. */
export async function reopenShortfall(tx: Transaction, { uid, number }: Shortfall): Promise<void> {
  await tx.$executeRaw`
    UPDATE short_episodes e SET ended_at = NULL, end_block_number = NULL, end_block_hash = NULL
    WHERE e.order_uid = ${uid} AND e.number = ${number} AND NOT e.taken_back AND NOT ${hasNewer}`
}

/** Retracts an episode for good: it counts as never found. */
export async function retractShortfall(
  tx: Transaction,
  { uid, number }: Shortfall,
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE short_episodes SET taken_back = true, ended_at = COALESCE(ended_at, ${at})
    WHERE order_uid = ${uid} AND number = ${number}`
}
