import { timingSafeEqual } from 'node:crypto'
import { keyedDigests } from '@/lib/channels/encryption/encrypt'
import type { Config } from '@/lib/config'

type Keys = Pick<Config, 'encryptionKeys'>

/** The subscription that a confirmation link confirms. */
export type ConfirmationFacts = {
  readonly subscriptionId: string
  /** Unix seconds of its expiry. */
  readonly expiresAt: number
}

const form = /^([0-9a-f]{32})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/**
 * Creates the token of a confirmation link: subscription, expiry and a 256-bit keyed digest, so that it cannot be
 * forged and need not be stored.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function makeConfirmationToken(
  keys: Keys,
  { subscriptionId, expiresAt }: ConfirmationFacts,
): string {
  const content = `${subscriptionId.replaceAll('-', '')}.${expiresAt.toString(36)}`
  return `${content}.${keyedDigests(keys, 'confirmation', content)[0]}`
}

/**
 * Verifies a confirmation token; undefined when forged or expired at `nowMs`.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function readConfirmationToken(
  keys: Keys,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): ConfirmationFacts | undefined {
  const [, id = '', time = '', digest = ''] = form.exec(token) ?? []
  if (digest === '') return undefined
  const own = keyedDigests(keys, 'confirmation', `${id}.${time}`)
  const expiresAt = Number.parseInt(time, 36)
  if (!own.some((one) => isSame(one, digest)) || expiresAt * 1_000 <= nowMs) return undefined
  return {
    subscriptionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    expiresAt,
  }
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
