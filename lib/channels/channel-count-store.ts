import type { Transaction } from '@/lib/db/database'

type Span = {
  readonly key: string
  /** Unix second at which the span of time ends that is counted. */
  readonly endsAt: number
}

/**
 * Counts one use of something that all processes share, in its span of time, and returns how many there are. What is
 * counted is forgotten a minute after the span has ended.
 */
export async function countUse(db: Transaction, { key, endsAt }: Span): Promise<number> {
  const [row] = await db.$queryRaw<{ requests: number }[]>`
    INSERT INTO rate_limits (key, "window", requests) VALUES (${key}, ${BigInt(endsAt)}, 1)
    ON CONFLICT (key, "window") DO UPDATE SET requests = rate_limits.requests + 1
    RETURNING requests`
  return row?.requests ?? 1
}
