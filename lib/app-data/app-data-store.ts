import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/**
 * Minimum time (ms) between two updates of a document's last-use time, so that most uses write nothing. Half a day:
 * documents are removed a day after their last use.
 */
export const touchIntervalMs = 12 * 60 * 60 * 1_000

/** A document to store and the time of its use. */
type UsedDocument = { readonly hash: Hex; readonly text: string; readonly at: Date }

/**
 * Stores a document unless it exists, and returns whether it was new. Refreshes the last-use time of an existing one,
 * so that it is not removed: the row lock protects it until commit, the new time afterwards.
 */
export async function saveAppData(
  db: Transaction,
  { hash, text, at }: UsedDocument,
): Promise<boolean> {
  const known = await db.appData.findUnique({ where: { hash }, select: { createdAt: true } })
  if (known && known.createdAt.getTime() > at.getTime() - touchIntervalMs) return false
  const [row] = await db.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO app_data (hash, document, created_at) VALUES (${hash}, ${text}, ${at})
    ON CONFLICT (hash) DO UPDATE SET created_at = greatest(app_data.created_at, excluded.created_at)
    RETURNING xmax = 0 AS "isNew"`
  return row?.isNew === true
}

/**
 * Builds the SQL of the documents that {@link saveAppData} would write: among the hashes in parameter `$hashes`, those
 * not stored or not used after `$usedAfter`.
 */
export const documentsToSave = (hashes: number, usedAfter: number) => `
  SELECT named FROM unnest($${hashes}::text[]) AS named
  WHERE NOT EXISTS (SELECT FROM app_data WHERE hash = named AND created_at > $${usedAfter})`

/**
 * Refreshes the last-use time of those documents that are stored, for orders that give only the hash; see {@link
 * saveAppData}. Read the texts afterwards: a document whose removal was in flight is gone by then.
 */
export async function touchAppData(tx: Transaction, hashes: readonly Hex[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE app_data SET created_at = now()
    WHERE hash IN (
      SELECT hash FROM app_data
      WHERE hash = ANY(${[...new Set(hashes)]}::text[])
        AND created_at < now() - ${touchIntervalMs / 1000} * interval '1 second'
      ORDER BY hash FOR UPDATE
    )`
}

/** Keyset position among documents ordered by last use. */
export type AppDataKey = { readonly at: Date; readonly hash: string }

/** The result of one batch. */
type RemovedBatch = {
  readonly removed: number
  /** Position of the last document examined; undefined when there was none. */
  readonly last: AppDataKey | undefined
}

/**
 * Examines the next `limit` documents after `after` that were last used before `before`, and removes those that no
 * order references. Waits for a document that a placement has locked and keeps it, since its last-use time has changed.
 */
export async function deleteUnreferencedAppData(
  db: Transaction,
  { after, before, limit }: { after: AppDataKey; before: Date; limit: number },
): Promise<RemovedBatch> {
  const [row] = await db.$queryRaw<{ removed: number; at: Date | null; hash: string | null }[]>`
    WITH batch AS (
      SELECT hash, created_at FROM app_data
      WHERE created_at < ${before} AND (created_at, hash) > (${after.at}, ${after.hash})
      ORDER BY created_at, hash LIMIT ${limit}
    ), unreferenced AS (
      SELECT hash FROM app_data
      WHERE hash IN (SELECT hash FROM batch) AND created_at < ${before}
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.app_data = app_data.hash)
      ORDER BY hash FOR UPDATE
    ), removed AS (
      DELETE FROM app_data WHERE hash IN (SELECT hash FROM unreferenced) RETURNING 1
    )
    SELECT (SELECT count(*) FROM removed)::int AS removed, last.created_at AS at, last.hash
    FROM (SELECT 1) one LEFT JOIN (
      SELECT created_at, hash FROM batch ORDER BY created_at DESC, hash DESC LIMIT 1
    ) last ON true`
  const { removed = 0, at = null, hash = null } = row ?? {}
  return { removed, last: at === null || hash === null ? undefined : { at, hash } }
}

/** Returns the text of a stored document. */
export async function findAppDataText(db: Transaction, hash: Hex): Promise<string | undefined> {
  const row = await db.appData.findUnique({ where: { hash } })
  return row?.document
}

/** Returns the texts of the stored documents among `hashes`. */
export async function listAppDataTexts(
  db: Transaction,
  hashes: readonly Hex[],
): Promise<ReadonlyMap<Hex, string>> {
  const rows = await db.appData.findMany({ where: { hash: { in: [...new Set(hashes)] } } })
  return new Map(rows.map((row) => [row.hash as Hex, row.document]))
}
