import type { Transaction } from '@/lib/db/database'
import { type DbSnapshot, parseSnapshot } from './db-snapshot'

/** Reads the snapshot of the database or of a repeatable-read transaction. */
export async function readSnapshot(db: Transaction): Promise<DbSnapshot> {
  const [row] = await db.$queryRaw<{ now: string }[]>`SELECT pg_current_snapshot()::text AS now`
  const snapshot = parseSnapshot(row?.now ?? '')
  if (!snapshot) throw new Error(`not a snapshot: ${row?.now}`)
  return snapshot
}
