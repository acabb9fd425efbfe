import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { type AppDataDocument, emptyAppDataHash, parseAppData } from './app-data-document'
import { findAppDataText } from './app-data-store'
import { type AppDataMetadata, noMetadata } from './metadata'

/** The app data of a quote or order: its hash, and the document's text unless the hash is all zero. */
export type ResolvedAppData = {
  readonly hash: Hex
  readonly document: string | undefined
  readonly metadata: AppDataMetadata
}

/**
 * Resolves `appData`, a document or the hash of an uploaded one, and checks it against `appDataHash`. With neither
 * given there is no document.
 *
 * @throws {ServiceError} InvalidAppData when the document is malformed, no document has the hash, or only `appDataHash`
 *   is given; AppDataHashMismatch when the two differ.
 */
export async function resolveAppData(
  ctx: Context,
  input: { appData?: string | undefined; appDataHash?: Hex | undefined },
): Promise<ResolvedAppData> {
  const { appData, appDataHash } = input
  if (appData === undefined) {
    if (appDataHash === undefined) return noDocument
    throw new ServiceError('InvalidAppData', 'appDataHash is given without appData')
  }
  const hash = parseHex(appData, 32)
  const document = hash ? undefined : parseDocument(appData)
  const actual = hash ?? document?.hash ?? emptyAppDataHash
  if (appDataHash !== undefined && appDataHash !== actual) {
    throw new ServiceError('AppDataHashMismatch', `appData has the hash ${actual}, not appDataHash`)
  }
  if (actual === emptyAppDataHash) return noDocument
  return resolved(document ?? (await findDocument(ctx, actual)))
}

function parseDocument(appData: string): AppDataDocument {
  if (!/^0x/i.test(appData)) return parseAppData(appData)
  const expected = 'a JSON document nor a hash of 32 bytes (0x and 64 hexadecimal digits)'
  throw new ServiceError('InvalidAppData', `appData is neither ${expected}`)
}

const noDocument: ResolvedAppData = {
  hash: emptyAppDataHash,
  document: undefined,
  metadata: noMetadata,
}

function resolved({ hash, text, metadata }: AppDataDocument): ResolvedAppData {
  return { hash, document: text, metadata }
}

async function findDocument(ctx: Context, hash: Hex): Promise<AppDataDocument> {
  const text = await findAppDataText(ctx.db, hash)
  if (text !== undefined) return parseAppData(text)
  throw new ServiceError('InvalidAppData', `no uploaded document has the hash ${hash}`)
}
