import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'

/** A row of the shared response cache. */
export type StoredAnswer = {
  readonly key: string
  /** The JSON given to {@link saveAnswer}. */
  readonly answer: unknown
  readonly computedAt: Date
  /** When it expires, stale use included. */
  readonly uselessAt: Date
}

/** Finds the response under a key, unless it has expired at `now` (Unix milliseconds). */
export async function findStoredAnswer(
  db: Database,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<Pick<StoredAnswer, 'answer' | 'computedAt'> | undefined> {
  const [row] = await queryPrepared<Pick<StoredAnswer, 'answer' | 'computedAt'>>(db, {
    name: 'find-answer',
    text: `SELECT answer, computed_at AS "computedAt" FROM cached_answers
      WHERE key = $1 AND useless_at > $2`,
    values: [key, new Date(now)],
  })
  return row
}

/** Saves a response unless the stored one is newer. */
export async function saveAnswer(db: Database, row: StoredAnswer): Promise<void> {
  await queryPrepared(db, {
    name: 'save-answer',
    text: `INSERT INTO cached_answers AS kept (key, answer, computed_at, useless_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (key) DO UPDATE SET answer = EXCLUDED.answer,
        computed_at = EXCLUDED.computed_at, useless_at = EXCLUDED.useless_at
      WHERE kept.computed_at < EXCLUDED.computed_at`,
    values: [row.key, JSON.stringify(row.answer), row.computedAt, row.uselessAt],
  })
}

/**
 * Deletes rows expired at `now` (Unix milliseconds) and the oldest beyond `max`, with those of the same age. Returns the
 * count.
 */
export async function deleteStoredAnswers(
  db: Transaction,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const { count } = await db.cachedAnswer.deleteMany({
    where: { uselessAt: { lte: new Date(now) } },
  })
  const excess = await db.$executeRaw`
    DELETE FROM cached_answers WHERE computed_at <=
      (SELECT computed_at FROM cached_answers ORDER BY computed_at DESC OFFSET ${max} LIMIT 1)`
  return count + excess
}
