import type { Transaction } from './database'

/** Returns the database's time in milliseconds: one clock for all processes. */
export async function readClock(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`
  return row?.ms ?? 0
}
