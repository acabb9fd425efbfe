import type { Transaction } from './database'

type Window = {
  readonly key: string
  /** Unix second that names the window; it is forgotten a minute after that. */
  readonly window: number
}

/** Counts one use of something that all processes share in its window, and returns how many the window holds now. */
export async function countUse(db: Transaction, { key, window }: Window): Promise<number> {
  const [row] = await db.$queryRaw<{ requests: number }[]>`
    INSERT INTO rate_limits (key, "window", requests) VALUES (${key}, ${BigInt(window)}, 1)
    ON CONFLICT (key, "window") DO UPDATE SET requests = rate_limits.requests + 1
    RETURNING requests`
  return row?.requests ?? 1
}

/** The latest window of a key behind one, in which something was counted. */
export async function findWindowAfter(
  db: Transaction,
  { key, window }: Window,
): Promise<number | undefined> {
  const where = { key, window: { gt: BigInt(window) } }
  const row = await db.rateLimit.findFirst({ where, orderBy: { window: 'desc' } })
  return row ? Number(row.window) : undefined
}

/** Removes the windows before `second` and returns how many there were. */
export async function deleteWindowsBefore(db: Transaction, second: number): Promise<number> {
  const { count } = await db.rateLimit.deleteMany({ where: { window: { lt: BigInt(second) } } })
  return count
}
