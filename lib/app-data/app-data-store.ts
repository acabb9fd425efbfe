import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** How long (ms) a document that was stored or used is not marked as used again: most uses then write nothing. */
export const restMs = 12 * 60 * 60 * 1_000

/** A document to store, and when it is used. */
type UsedDocument = { readonly hash: Hex; readonly text: string; readonly at: Date }

/**
 * Stores a document unless it is known; tells whether it was new. A known one is marked as used, so that it
 * is not removed meanwhile: until the transaction ends by the lock on its row, and from then on by its time.
 */
export async function saveAppData(
  db: Transaction,
  { hash, text, at }: UsedDocument,
): Promise<boolean> {
  const known = await db.appData.findUnique({ where: { hash }, select: { createdAt: true } })
  if (known && known.createdAt.getTime() > at.getTime() - restMs) return false
  const [row] = await db.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO app_data (hash, document, created_at) VALUES (${hash}, ${text}, ${at})
    ON CONFLICT (hash) DO UPDATE SET created_at = greatest(app_data.created_at, excluded.created_at)
    RETURNING xmax = 0 AS "isNew"`
  return row?.isNew === true
}

/**
 * Marks the stored ones among these documents as used, for orders that name them by their hash alone; as
 * {@link saveAppData} does. Read their texts afterwards: one that is being removed is gone then.
 */
export async function keepAppData(tx: Transaction, hashes: readonly Hex[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE app_data SET created_at = now()
    WHERE hash IN (
      SELECT hash FROM app_data
      WHERE hash = ANY(${[...new Set(hashes)]}::text[])
        AND created_at < now() - ${restMs / 1000} * interval '1 second'
      ORDER BY hash FOR UPDATE
    )`
}

/** A place in the sequence of documents by the time of their last use. */
export type AppDataPlace = { readonly at: Date; readonly hash: string }

/** What one batch has done. */
type RemovedBatch = {
  readonly removed: number
  /** The last document that was looked at; undefined when there was none. */
  readonly last: AppDataPlace | undefined
}

/**
 * Removes those of the next `limit` documents after `after`, last used before `before`, that no order names.
 * A document that is being placed with is waited for and left: its time has changed then.
 */
export async function deleteUnreferencedAppData(
  db: Transaction,
  { after, before, limit }: { after: AppDataPlace; before: Date; limit: number },
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

/** The text of a stored document. */
export async function findAppDataText(db: Transaction, hash: Hex): Promise<string | undefined> {
  const row = await db.appData.findUnique({ where: { hash } })
  return row?.document
}

/** The texts of the stored documents among `hashes`. */
export async function listAppDataTexts(
  db: Transaction,
  hashes: readonly Hex[],
): Promise<ReadonlyMap<Hex, string>> {
  const rows = await db.appData.findMany({ where: { hash: { in: [...new Set(hashes)] } } })
  return new Map(rows.map((row) => [row.hash as Hex, row.document]))
}
