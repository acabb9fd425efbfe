import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** Stores a document unless it is known; tells whether it was new. */
export async function saveAppData(
  db: Transaction,
  document: { readonly hash: Hex; readonly text: string },
): Promise<boolean> {
  const { count } = await db.appData.createMany({
    data: [{ hash: document.hash, document: document.text }],
    skipDuplicates: true,
  })
  return count === 1
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
