import type { Transaction } from '@/lib/db/database'

/** Runs a trivial query to check the connection. */
export async function pingDatabase(db: Transaction): Promise<void> {
  await db.$queryRaw`SELECT 1`
}

/** Lists the names of completed migrations. */
export async function listAppliedMigrations(db: Transaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`
  return rows.map((row) => row.name)
}
