import { timingSafeEqual } from 'node:crypto'
import { keyedDigests } from '@/lib/channels/encryption/encrypt'
import type { Config } from '@/lib/config'

type Keys = Pick<Config, 'encryptionKeys'>

/** Which subscription a link lets its reader agree to. */
export type ConfirmationFacts = {
  readonly subscriptionId: string
  /** Unix seconds after which it does not hold. */
  readonly expiresAt: number
}

const form = /^([0-9a-f]{32})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/**
 * Makes the token of a link by which a reader agrees to mails, that nobody can make up: subscription, time and 256 bits
 * of a keyed digest. It is kept nowhere.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export function makeConfirmationToken(
  keys: Keys,
  { subscriptionId, expiresAt }: ConfirmationFacts,
): string {
  const content = `${subscriptionId.replaceAll('-', '')}.${expiresAt.toString(36)}`
  return `${content}.${keyedDigests(keys, 'confirmation', content)[0]}`
}

/**
 * What a token says; undefined when we did not make it, or `nowMs` is too late for it.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
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
