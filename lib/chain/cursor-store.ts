import type { Transaction } from '@/lib/db/database'

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
