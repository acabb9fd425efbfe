import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { IndexedBlock } from '@/prisma/generated/client'
import type { BlockHeader } from './block'

const cursorName = 'indexer'
const stuckName = 'indexer-stuck'
const indexer = 'settlements'

/** The block up to which a network is indexed; undefined before the first one. */
export async function findTip(db: Transaction, chainId: number): Promise<BlockHeader | undefined> {
  const row = await db.indexedBlock.findFirst({
    where: { chainId, indexer },
    orderBy: { number: 'desc' },
  })
  return row ? toHeader(row) : undefined
}

/** The blocks that are remembered by their hashes, highest first. */
export async function listIndexedBlocks(db: Transaction, chainId: number): Promise<BlockHeader[]> {
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
  { chainId, blocks, keep }: { chainId: number; blocks: readonly BlockHeader[]; keep: number },
): Promise<void> {
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
  await tx.indexedBlock.deleteMany({
    where: { chainId, indexer, number: { lt: tip.number - BigInt(keep) } },
  })
  await saveCursor(tx, chainId, tip.number)
}

/** Forgets the blocks above `number` and moves the cursor down to it. */
export async function deleteBlocksAbove(
  tx: Transaction,
  chainId: number,
  number: bigint,
): Promise<void> {
  await tx.indexedBlock.deleteMany({ where: { chainId, indexer, number: { gt: number } } })
  await saveCursor(tx, chainId, number)
}

/** Raises or takes down the flag that the indexer of a network cannot go on by itself. */
export async function saveStuck(db: Transaction, chainId: number, stuck: boolean): Promise<void> {
  if (!stuck) {
    await db.cursor.deleteMany({ where: { chainId, name: stuckName } })
    return
  }
  const tip = await findTip(db, chainId)
  const row = { chainId, name: stuckName, blockNumber: tip?.number ?? -1n }
  await db.cursor.createMany({ data: [row], skipDuplicates: true })
}

async function saveCursor(tx: Transaction, chainId: number, blockNumber: bigint): Promise<void> {
  await tx.cursor.upsert({
    where: { chainId_name: { chainId, name: cursorName } },
    create: { chainId, name: cursorName, blockNumber },
    update: { blockNumber },
  })
}

function toHeader(row: IndexedBlock): BlockHeader {
  return {
    number: row.number,
    hash: row.hash as Hex,
    parentHash: row.parentHash as Hex,
    timestamp: Number(row.timestamp),
  }
}
