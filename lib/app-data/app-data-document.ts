import { keccak256, stringToBytes } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { invalidAppData, isObject } from './member'
import type { AppDataMetadata } from './metadata'
import { parseMetadata } from './metadata-parser'

/** The hash that means "no document". */
export const emptyAppDataHash: Hex = `0x${'0'.repeat(64)}`

/** Maximum size of a document in bytes. Spec: Application data document. */
export const maxAppDataBytes = 8192

/** Maximum nesting of a document. `JSON.stringify` overflows the stack at some thousands of levels. */
const maxDepth = 32

/** A validated document. `text` is kept byte for byte, since the hash covers its bytes. */
export type AppDataDocument = {
  readonly hash: Hex
  readonly text: string
  /** The members the service acts on; all others exist only in `text`. */
  readonly metadata: AppDataMetadata
}

/** The hash that identifies a document: keccak-256 of its UTF-8 bytes, never of a re-serialised form. */
export function hashAppData(text: string): Hex {
  return keccak256(stringToBytes(text))
}

/**
 * Parses a document: a JSON object of at most 8192 bytes. Where present, `version` is a string, `metadata` is an
 * object, and the members that {@link parseMetadata} reads have their schema's shape. Spec: Application data document.
 *
 * @throws {ServiceError} InvalidAppData with the reason.
 */
export function parseAppData(text: string): AppDataDocument {
  const bytes = stringToBytes(text)
  if (bytes.length > maxAppDataBytes) {
    throw invalidAppData(`it has ${bytes.length} bytes, at most ${maxAppDataBytes} are allowed`)
  }
  // A lone surrogate has no UTF-8 encoding, so two different texts would share one hash.
  if (/\p{Surrogate}/u.test(text)) throw invalidAppData('it is not well-formed Unicode')
  const content = parseJson(text)
  if (!isObject(content)) throw invalidAppData('it must be a JSON object')
  if (isDeeperThan(content, maxDepth)) throw invalidAppData(`it is nested deeper than ${maxDepth}`)
  const { version, metadata = {} } = content
  if (version !== undefined && typeof version !== 'string') {
    throw invalidAppData('version must be a string')
  }
  if (!isObject(metadata)) throw invalidAppData('metadata must be an object')
  return { hash: keccak256(bytes), text, metadata: parseMetadata(metadata) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidAppData('it is not JSON')
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1))
}
