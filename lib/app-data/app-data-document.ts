import { keccak256, stringToBytes } from 'viem'
import { type Address, parseAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'

/** The hash that stands for "no document". */
export const emptyAppDataHash: Hex = `0x${'0'.repeat(64)}`

/** Bytes that a document may have at most. */
export const maxAppDataBytes = 8192

const maxDepth = 32

/** A document that was read and found good; `text` is kept as it came, since the hash is of its bytes. */
export type AppDataDocument = {
  readonly hash: Hex
  readonly text: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** `metadata.signer`: who signs the order, where that cannot be told from the signature. */
  readonly signer: Address | undefined
}

/** The hash that identifies a document: keccak-256 of its UTF-8 bytes, never of a rewritten form. */
export function hashAppData(text: string): Hex {
  return keccak256(stringToBytes(text))
}

/**
 * Reads a document: a JSON object of at most 8192 bytes, with `version` a string and `metadata` an
 * object where they are present. Spec: Application data document.
 *
 * @throws {ServiceError} InvalidAppData saying what is wrong.
 */
export function parseAppData(text: string): AppDataDocument {
  const bytes = stringToBytes(text)
  if (bytes.length > maxAppDataBytes) {
    throw invalid(`it has ${bytes.length} bytes, at most ${maxAppDataBytes} are allowed`)
  }
  // A lone surrogate has no UTF-8 form, so two texts would share one hash.
  if (/\p{Surrogate}/u.test(text)) throw invalid('it is not well-formed Unicode')
  const content = parseJson(text)
  if (!isObject(content)) throw invalid('it must be a JSON object')
  if (isDeeperThan(content, maxDepth)) throw invalid(`it is nested deeper than ${maxDepth}`)
  const { version, metadata = {} } = content
  if (version !== undefined && typeof version !== 'string') {
    throw invalid('version must be a string')
  }
  if (!isObject(metadata)) throw invalid('metadata must be an object')
  return { hash: keccak256(bytes), text, metadata, signer: parseSigner(metadata.signer) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('it is not JSON')
  }
}

function parseSigner(signer: unknown): Address | undefined {
  if (signer === undefined || signer === null) return undefined
  const address = typeof signer === 'string' ? parseAddress(signer) : undefined
  if (!address) throw invalid('metadata.signer must be an address')
  return address
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1))
}

function invalid(reason: string): ServiceError {
  return new ServiceError('InvalidAppData', `the app data document cannot be used: ${reason}`)
}
