import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { channelError } from '@/lib/channels/channel-error'
import type { Config } from '@/lib/config'
import type { Hex } from '@/lib/core/bytes'
import type { ServiceError } from '@/lib/core/errors'

/** Separates key derivation, so that a target cannot be passed off as a secret or vice versa. */
export type Purpose = 'target' | 'secret'

type Keys = Pick<Config, 'encryptionKeys'>

const version = 'v1'

/**
 * Encrypts a text with AES-256-GCM under the newest key, as `v1.<key id>.<iv>.<data>.<tag>`.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function encrypt({ encryptionKeys }: Keys, purpose: Purpose, text: string): string {
  const [key] = encryptionKeys
  if (key === undefined) throw noKey()
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, purpose), iv)
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, data, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return `${newestKeyPrefix({ encryptionKeys })}${parts.join('.')}`
}

/**
 * Decrypts a text with the key that it names.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 * @throws {Error} when its key is no longer configured, or the text was modified.
 */
export function open({ encryptionKeys }: Keys, purpose: Purpose, sealed: string): string {
  if (encryptionKeys.length === 0) throw noKey()
  const [form, id, ...parts] = sealed.split('.')
  const key = encryptionKeys.find((candidate) => keyId(candidate) === id)
  if (form !== version || !key)
    throw new Error('encrypted with a key that is not in ENCRYPTION_KEY')
  const [iv, data, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !data || tag?.length !== 16) throw new Error('not an encrypted text')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, purpose), iv)
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
}

/** Like {@link open}, but undefined when the key of the text is no longer configured. */
export function tryOpen(keys: Keys, purpose: Purpose, sealed: string): string | undefined {
  if (keys.encryptionKeys.length === 0) throw noKey()
  const [, id] = sealed.split('.')
  const isKept = keys.encryptionKeys.some((key) => keyId(key) === id)
  return isKept ? open(keys, purpose, sealed) : undefined
}

/**
 * Returns the prefix of texts encrypted with the newest key.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function newestKeyPrefix({ encryptionKeys }: Keys): string {
  const [key] = encryptionKeys
  if (key === undefined) throw noKey()
  return `${version}.${keyId(key)}.`
}

/** Separates digests of one text by use. */
export type DigestPurpose = 'target' | 'confirmation'

/**
 * Returns the HMAC-SHA-256 digests of a text (base64url), one per key. Store or hand out the first one, made with the
 * newest key; accept any of them.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function keyedDigests(
  { encryptionKeys }: Keys,
  purpose: DigestPurpose,
  text: string,
): readonly [string, ...string[]] {
  const digest = (key: Hex) =>
    createHmac('sha256', deriveKey(key, `digest of ${purpose}`))
      .update(text)
      .digest('base64url')
  const [newest, ...older] = encryptionKeys
  if (newest === undefined) throw noKey()
  return [digest(newest), ...older.map(digest)]
}

const derived = new Map<string, Buffer>()

function deriveKey(key: Hex, purpose: string): Buffer {
  const name = `${keyId(key)}.${purpose}`
  const known = derived.get(name)
  if (known) return known
  const bytes = hkdfSync('sha256', bytesOf(key), '', `coincide ${purpose}`, 32)
  derived.set(name, Buffer.from(bytes))
  return Buffer.from(bytes)
}

const ids = new Map<Hex, string>()

/** Identifies a key without revealing anything about it. */
function keyId(key: Hex): string {
  const known = ids.get(key)
  if (known !== undefined) return known
  const id = createHash('sha256').update('coincide key id').update(bytesOf(key)).digest('hex')
  ids.set(key, id.slice(0, 8))
  return id.slice(0, 8)
}

function bytesOf(key: Hex): Buffer {
  return Buffer.from(key.slice(2), 'hex')
}

function noKey(): ServiceError {
  return channelError({ code: 'channelsOff' })
}
