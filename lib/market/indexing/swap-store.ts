import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { arrayLiteral } from '@/lib/db/columns'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { PoolSwap } from './decode-swaps'

/** Inserts swaps that are not stored yet. */
export async function insertSwaps(
  tx: Transaction,
  chainId: number,
  swaps: readonly PoolSwap[],
): Promise<void> {
  if (swaps.length === 0) return
  await tx.$executeRaw`
    INSERT INTO pool_swaps (chain_id, block_hash, log_index, block_number, timestamp, pool,
      amount0, amount1, price, depth0, depth1)
    SELECT ${chainId}::int, * FROM unnest(
      ${arrayLiteral(swaps.map(({ blockHash }) => blockHash))}::text[],
      ${arrayLiteral(swaps.map(({ logIndex }) => logIndex))}::int[],
      ${arrayLiteral(swaps.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${arrayLiteral(swaps.map(({ timestamp }) => timestamp))}::bigint[],
      ${arrayLiteral(swaps.map(({ pool }) => pool))}::text[],
      ${arrayLiteral(swaps.map(({ amount0 }) => amount0))}::numeric[],
      ${arrayLiteral(swaps.map(({ amount1 }) => amount1))}::numeric[],
      ${arrayLiteral(swaps.map(({ price }) => price))}::float8[],
      ${arrayLiteral(swaps.map(({ depth0 }) => depth0))}::numeric[],
      ${arrayLiteral(swaps.map(({ depth1 }) => depth1))}::numeric[])`
}

/** Lists a network's stored swaps since `from` (Unix seconds), in chain order. */
export async function listSwapsSince(
  db: Transaction,
  chainId: number,
  from: number,
): Promise<PoolSwap[]> {
  const rows = await db.poolSwap.findMany({
    where: { chainId, timestamp: { gte: from } },
    orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }],
  })
  return rows.map((row) => ({
    pool: row.pool as Address,
    blockNumber: row.blockNumber,
    blockHash: row.blockHash as Hex,
    logIndex: row.logIndex,
    timestamp: Number(row.timestamp),
    amount0: fromDecimal(row.amount0),
    amount1: fromDecimal(row.amount1),
    price: row.price,
    depth0: fromDecimal(row.depth0),
    depth1: fromDecimal(row.depth1),
  }))
}

/** Deletes the swaps of a network above a block. */
export async function deleteSwapsAbove(
  tx: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<void> {
  await tx.poolSwap.deleteMany({ where: { chainId, blockNumber: { gt: blockNumber } } })
}

/** Deletes a network's swaps up to block `toBlock` that are older than `before` (Unix seconds). */
export async function deleteSwapsBefore(
  tx: Transaction,
  chainId: number,
  { toBlock, before }: { readonly toBlock: bigint; readonly before: number },
): Promise<void> {
  await tx.poolSwap.deleteMany({
    where: { chainId, blockNumber: { lte: toBlock }, timestamp: { lt: before } },
  })
}

/** Deletes the swaps of a pool. */
export async function deleteSwapsOf(
  tx: Transaction,
  chainId: number,
  pool: Address,
): Promise<void> {
  await tx.poolSwap.deleteMany({ where: { chainId, pool } })
}
