import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { parseAppData } from './app-data-document'
import { saveAppData } from './app-data-store'

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
