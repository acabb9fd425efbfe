import type { Transaction } from '@/lib/db/database'
import { type DbSnapshot, parseMoment } from './db-snapshot'

/** Reads the snapshot of the database or of a repeatable-read transaction. */
export async function readMoment(db: Transaction): Promise<DbSnapshot> {
  const [row] = await db.$queryRaw<{ now: string }[]>`SELECT pg_current_snapshot()::text AS now`
  const moment = parseMoment(row?.now ?? '')
  if (!moment) throw new Error(`not a moment: ${row?.now}`)
  return moment
}
