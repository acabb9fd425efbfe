import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'

/** A row: an answer under its key. */
export type StoredAnswer = {
  readonly key: string
  /** What {@link saveAnswer} was given. */
  readonly answer: unknown
  readonly computedAt: Date
  /** From when on it is of no use. */
  readonly uselessAt: Date
}

/** The answer under a key that is of use at `now`, Unix milliseconds. */
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

/** Saves an answer, unless there is a newer one. */
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

/** Removes what is of no use at `now` (Unix milliseconds), and the oldest beyond `max`; tells how many. */
export async function deleteStoredAnswers(
  db: Transaction,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const { count } = await db.cachedAnswer.deleteMany({
    where: { uselessAt: { lte: new Date(now) } },
  })
  const excess = await db.$executeRaw`
    DELETE FROM cached_answers WHERE key IN
      (SELECT key FROM cached_answers ORDER BY computed_at DESC OFFSET ${max})`
  return count + excess
}
