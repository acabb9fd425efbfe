import type { Transaction } from '@/lib/db/database'

type Window = {
  readonly key: string
  /** Unix second. */
  readonly second: number
}

/** Counts one request in its window and returns how many the window holds now. */
export async function countRequest(db: Transaction, { key, second }: Window): Promise<number> {
  const [row] = await db.$queryRaw<{ requests: number }[]>`
    INSERT INTO rate_limits (key, "window", requests) VALUES (${key}, ${BigInt(second)}, 1)
    ON CONFLICT (key, "window") DO UPDATE SET requests = rate_limits.requests + 1
    RETURNING requests`
  return row?.requests ?? 1
}

/** Removes the windows that began before `second` and returns how many there were. */
export async function deleteWindowsBefore(db: Transaction, second: number): Promise<number> {
  const { count } = await db.rateLimit.deleteMany({ where: { window: { lt: BigInt(second) } } })
  return count
}
