import type { Transaction } from '@/lib/db/database'

/** Returns when a migration was applied; undefined if it was not. */
export async function findMigratedAt(tx: Transaction, name: string): Promise<Date | undefined> {
  const [row] = await tx.$queryRaw<{ finishedAt: Date }[]>`
    SELECT finished_at AS "finishedAt" FROM _prisma_migrations
    WHERE migration_name = ${name} AND finished_at IS NOT NULL`
  return row?.finishedAt
}
