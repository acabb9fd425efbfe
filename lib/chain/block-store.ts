import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { IndexedBlock } from '@/prisma/generated/client'
import type { BlockHeader } from './block'
import type { IndexKey, IndexName } from './chain-index'
import { saveCursor } from './cursor-store'

const cursorNames: Readonly<Record<IndexName, string>> = {
  settlements: 'indexer',
  market: 'market',
}
const cursorOf = ({ chainId, indexer }: IndexKey) => ({ chainId, name: cursorNames[indexer] })
const stuckName = ({ indexer }: IndexKey) => `${cursorNames[indexer]}-stuck`

/** The block up to which an index has come; undefined before the first one. */
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

/** The blocks that are remembered by their hashes, highest first. */
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
 * Remembers `blocks`, of which the last becomes the tip, moves the cursor there and forgets what lies
 * more than `keep` blocks below it.
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
    data: blocks.map((block) => ({
      ...block,
      chainId,
      indexer,
      timestamp: BigInt(block.timestamp),
    })),
    skipDuplicates: true,
  })
  const number = { lt: tip.number - BigInt(keep) }
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, number } })
  await saveCursor(tx, cursorOf(key), tip.number)
}

/** Forgets the blocks above `number` and moves the cursor down to it. */
export async function deleteBlocksAbove(
  tx: Transaction,
  key: IndexKey,
  number: bigint,
): Promise<void> {
  const { chainId, indexer } = key
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, number: { gt: number } } })
  await saveCursor(tx, cursorOf(key), number)
}

/** The highest block up to `number` that is remembered. */
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

/** Forgets the blocks from before a moment, Unix seconds. */
export async function deleteBlocksBefore(
  tx: Transaction,
  { chainId, indexer }: IndexKey,
  moment: number,
): Promise<void> {
  const timestamp = { lt: BigInt(moment) }
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, timestamp } })
}

/** The number of the block up to which an index has come, or undefined before its first one. */
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

/** Keeps the position of an index, where it has one, until the transaction ends. */
export async function lockPosition(tx: Transaction, { chainId, indexer }: IndexKey): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM cursors WHERE chain_id = ${chainId} AND name = ${cursorNames[indexer]} FOR UPDATE`
}

/** Raises or takes down the flag that an index cannot go on by itself. */
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

/** Whether an index met a reorganisation that it cannot follow by itself. */
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
