import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { emptyAppDataHash, parseAppData } from './app-data-document'
import { findAppDataText, saveAppData } from './app-data-store'

/**
 * Stores a document under its hash and returns whether it is new. Spec: PUT /api/v1/app_data.
 *
 * @throws {ServiceError} InvalidAppData, or AppDataHashMismatch when `hash` is given and is not the document's.
 */
export async function putAppData(
  ctx: Context,
  { hash, text }: { hash?: Hex; text: string },
): Promise<{ hash: Hex; isNew: boolean }> {
  const document = parseAppData(text)
  if (hash !== undefined && document.hash !== hash) {
    throw new ServiceError(
      'AppDataHashMismatch',
      `the document's hash is ${document.hash}, the path says ${hash}`,
    )
  }
  const isNew = await saveAppData(ctx.db, { ...document, at: new Date(ctx.now()) })
  return { hash: document.hash, isNew }
}

/**
 * Returns the text of the document with this hash; `{}` for the all-zero hash, which means no document.
 *
 * @throws {ServiceError} NotFound when no such document was uploaded.
 */
export async function getAppData(ctx: Context, hash: Hex): Promise<string> {
  if (hash === emptyAppDataHash) return '{}'
  const text = await findAppDataText(ctx.db, hash)
  if (text === undefined) throw new ServiceError('NotFound', 'app data not found')
  return text
}
