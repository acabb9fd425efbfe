import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { emptyAppDataHash } from './app-data-document'
import { findAppDataText } from './app-data-store'

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
