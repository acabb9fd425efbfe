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
