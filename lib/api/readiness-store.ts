import type { Transaction } from '@/lib/db/database'

/** Asks the database for a sign of life. */
export async function pingDatabase(db: Transaction): Promise<void> {
  await db.$queryRaw`SELECT 1`
}

/** Names of the migrations that have been applied in full. */
export async function listAppliedMigrations(db: Transaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`
  return rows.map((row) => row.name)
}

/** The block up to which the indexer of a network has come, or undefined before its first one. */
export async function findIndexedBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const row = await db.cursor.findUnique({
    where: { chainId_name: { chainId, name: 'indexer' } },
    select: { blockNumber: true },
  })
  return row?.blockNumber
}

/** Whether the indexer of a network met a reorganisation that it cannot follow by itself. */
export async function isIndexerStuck(db: Transaction, chainId: number): Promise<boolean> {
  return (await db.cursor.count({ where: { chainId, name: 'indexer-stuck' } })) > 0
}
