import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { IndexedBlock } from '@/prisma/generated/client'
import type { BlockHeader } from './block'
import type { IndexKey, IndexName } from './chain-index'

const cursorNames: Readonly<Record<IndexName, string>> = {
  settlements: 'indexer',
  market: 'market',
}
const cursorOf = ({ chainId, indexer }: IndexKey) => ({ chainId, name: cursorNames[indexer] })
const stuckName = ({ indexer }: IndexKey) => `${cursorNames[indexer]}-stuck`

/** Returns the last block that an index has applied, or undefined before the first one. */
export async function findTip(
  db: Transaction,
  { chainId, indexer }: IndexKey,
): Promise<BlockHeader | undefined> {
  const row = await db.indexedBlock.findFirst({
    where: { chainId, indexer },
    orderBy: { number: 'desc' },
  })
  return row ? toHeader(row) : undefined
}

/** Lists the block headers that an index keeps to detect reorgs, highest first. */
export async function listIndexedBlocks(
  db: Transaction,
  { chainId, indexer }: IndexKey,
): Promise<BlockHeader[]> {
  const rows = await db.indexedBlock.findMany({
    where: { chainId, indexer },
    orderBy: { number: 'desc' },
  })
  return rows.map(toHeader)
}

/**
 * Saves `blocks`, the last of which becomes the tip, moves the checkpoint to it and deletes headers more than `keep`
 * blocks below it.
 */
export async function saveBlocks(
  tx: Transaction,
  key: IndexKey,
  { blocks, keep }: { readonly blocks: readonly BlockHeader[]; readonly keep: number },
): Promise<void> {
  const { chainId, indexer } = key
  const tip = blocks.at(-1)
  if (!tip) return
  await tx.indexedBlock.createMany({
    data: blocks.map(({ number, hash, parentHash, timestamp }) => ({
      ...{ chainId, indexer, number, hash, parentHash },
      timestamp: BigInt(timestamp),
    })),
    skipDuplicates: true,
  })
  const number = { lt: tip.number - BigInt(keep) }
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, number } })
  await saveCursor(tx, cursorOf(key), tip.number)
}

/** Deletes the headers above `number` and moves the checkpoint back to it. */
export async function deleteBlocksAbove(
  tx: Transaction,
  key: IndexKey,
  number: bigint,
): Promise<void> {
  const { chainId, indexer } = key
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, number: { gt: number } } })
  await saveCursor(tx, cursorOf(key), number)
}

/** Returns the highest saved header at or below `number`. */
export async function findBlockAtOrBelow(
  tx: Transaction,
  { chainId, indexer }: IndexKey,
  number: bigint,
): Promise<BlockHeader | undefined> {
  const row = await tx.indexedBlock.findFirst({
    where: { chainId, indexer, number: { lte: number } },
    orderBy: { number: 'desc' },
  })
  return row ? toHeader(row) : undefined
}

/** Replaces stored headers by others of the same numbers; the tip stays where it is. */
export async function replaceBlocks(
  tx: Transaction,
  { chainId, indexer }: IndexKey,
  blocks: readonly BlockHeader[],
): Promise<void> {
  for (const { number, hash, parentHash, timestamp } of blocks) {
    await tx.indexedBlock.updateMany({
      where: { chainId, indexer, number },
      data: { hash, parentHash, timestamp: BigInt(timestamp) },
    })
  }
}

/** Deletes the headers of blocks older than `time`, in Unix seconds. */
export async function deleteBlocksBefore(
  tx: Transaction,
  { chainId, indexer }: IndexKey,
  time: number,
): Promise<void> {
  const timestamp = { lt: BigInt(time) }
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, timestamp } })
}

/** Returns the number of the last block that an index has applied, or undefined before the first one. */
export async function findIndexedBlock(
  db: Transaction,
  { chainId, indexer }: IndexKey,
): Promise<bigint | undefined> {
  const row = await db.cursor.findUnique({
    where: { chainId_name: { chainId, name: cursorNames[indexer] } },
    select: { blockNumber: true },
  })
  return row?.blockNumber
}

/** Locks the checkpoint row of an index, if it exists, until the transaction ends. */
export async function lockPosition(tx: Transaction, { chainId, indexer }: IndexKey): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM cursors WHERE chain_id = ${chainId} AND name = ${cursorNames[indexer]} FOR UPDATE`
}

/** Sets or clears the flag that an index cannot continue without an operator. */
export async function saveStuck(db: Transaction, key: IndexKey, stuck: boolean): Promise<void> {
  const { chainId } = key
  const name = stuckName(key)
  if (!stuck) {
    await db.cursor.deleteMany({ where: { chainId, name } })
    return
  }
  const tip = await findTip(db, key)
  const row = { chainId, name, blockNumber: tip?.number ?? -1n }
  await db.cursor.createMany({ data: [row], skipDuplicates: true })
}

/** Returns whether an index met a reorg that it cannot follow by itself. */
export async function isStuck(db: Transaction, key: IndexKey): Promise<boolean> {
  const where = { chainId: key.chainId, name: stuckName(key) }
  return (await db.cursor.count({ where })) > 0
}

function toHeader(row: IndexedBlock): BlockHeader {
  return {
    number: row.number,
    hash: row.hash as Hex,
    parentHash: row.parentHash as Hex,
    timestamp: Number(row.timestamp),
  }
}

/** A named checkpoint of a network: the last block that an index has applied. */
export type CursorKey = { readonly chainId: number; readonly name: string }

/** Returns the block of a checkpoint, or undefined before the first one. */
export async function findCursor(
  db: Transaction,
  { chainId, name }: CursorKey,
): Promise<bigint | undefined> {
  const row = await db.cursor.findUnique({ where: { chainId_name: { chainId, name } } })
  return row?.blockNumber
}

/** Sets the block of a checkpoint. */
export async function saveCursor(
  db: Transaction,
  { chainId, name }: CursorKey,
  blockNumber: bigint,
): Promise<void> {
  const where = { chainId_name: { chainId, name } }
  await db.cursor.upsert({ where, create: { chainId, name, blockNumber }, update: { blockNumber } })
}
