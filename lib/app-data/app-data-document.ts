import { keccak256, stringToBytes } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { invalidAppData, isObject } from './member'
import type { AppDataMetadata } from './metadata'
import { parseMetadata } from './metadata-parser'

/** The hash that stands for "no document". */
export const emptyAppDataHash: Hex = `0x${'0'.repeat(64)}`

/** Bytes that a document may have at most. */
export const maxAppDataBytes = 8192

const maxDepth = 32

/** A document that was read and found good; `text` is kept as it came, since the hash is of its bytes. */
export type AppDataDocument = {
  readonly hash: Hex
  readonly text: string
  /** What the service acts on; everything else stays in `text` alone. */
  readonly metadata: AppDataMetadata
}

/** The hash that identifies a document: keccak-256 of its UTF-8 bytes, never of a rewritten form. */
export function hashAppData(text: string): Hex {
  return keccak256(stringToBytes(text))
}

/**
 * Reads a document: a JSON object of at most 8192 bytes, with `version` a string and `metadata` an
 * object where they are present, and what {@link parseMetadata} reads in its shape. Spec: Application
 * data document.
 *
 * @throws {ServiceError} InvalidAppData saying what is wrong.
 */
export function parseAppData(text: string): AppDataDocument {
  const bytes = stringToBytes(text)
  if (bytes.length > maxAppDataBytes) {
    throw invalidAppData(`it has ${bytes.length} bytes, at most ${maxAppDataBytes} are allowed`)
  }
  // A lone surrogate has no UTF-8 form, so two texts would share one hash.
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
