import type { Transaction } from './database'

type Window = {
  readonly key: string
  /** Unix second that identifies the window; windows are deleted a minute later. */
  readonly window: number
}

/** Counts uses, by default one, in a window shared by all processes and returns the window's new total. */
export async function countUse(
  db: Transaction,
  { key, window, count = 1 }: Window & { readonly count?: number },
): Promise<number> {
  const [row] = await db.$queryRaw<{ requests: number }[]>`
    INSERT INTO rate_limits (key, "window", requests) VALUES (${key}, ${BigInt(window)}, ${count})
    ON CONFLICT (key, "window") DO UPDATE SET requests = rate_limits.requests + excluded.requests
    RETURNING requests`
  return row?.requests ?? count
}

/** Returns the latest window of a key after the given one, if any use was counted. */
export async function findWindowAfter(
  db: Transaction,
  { key, window }: Window,
): Promise<number | undefined> {
  const where = { key, window: { gt: BigInt(window) } }
  const row = await db.rateLimit.findFirst({ where, orderBy: { window: 'desc' } })
  return row ? Number(row.window) : undefined
}

/** Deletes the windows before `second` and returns their number. */
export async function deleteWindowsBefore(db: Transaction, second: number): Promise<number> {
  const { count } = await db.rateLimit.deleteMany({ where: { window: { lt: BigInt(second) } } })
  return count
}
