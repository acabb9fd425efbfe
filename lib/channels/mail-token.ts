import { timingSafeEqual } from 'node:crypto'
import type { Config } from '@/lib/config'
import { type DigestPurpose, keyedDigests } from './seal'

/** What a link in a mail is for. */
export type MailTokenPurpose = Extract<DigestPurpose, 'confirmation' | 'unsubscription'>

type Keys = Pick<Config, 'encryptionKeys'>

/** What a link in a mail lets its reader do, and to which subscription. */
export type MailTokenFacts = {
  readonly subscriptionId: string
  /** Unix seconds after which it does not hold; 0: it holds for ever. */
  readonly expiresAt: number
}

const form = /^([0-9a-f]{32})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/**
 * Makes the token of a link in a mail, that nobody can make up: subscription, time and 256 bits of a keyed digest. It
 * is kept nowhere.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export function makeMailToken(
  keys: Keys,
  purpose: MailTokenPurpose,
  { subscriptionId, expiresAt }: MailTokenFacts,
): string {
  const content = `${subscriptionId.replaceAll('-', '')}.${expiresAt.toString(36)}`
  return `${content}.${keyedDigests(keys, purpose, content)[0]}`
}

/**
 * What a token says; undefined when we did not make it for this purpose, or `nowMs` is too late for it.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export function readMailToken(
  keys: Keys,
  purpose: MailTokenPurpose,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): MailTokenFacts | undefined {
  const [, id = '', time = '', digest = ''] = form.exec(token) ?? []
  if (digest === '') return undefined
  const isOurs = keyedDigests(keys, purpose, `${id}.${time}`).some((own) => isSame(own, digest))
  const expiresAt = Number.parseInt(time, 36)
  if (!isOurs || (expiresAt !== 0 && expiresAt * 1_000 <= nowMs)) return undefined
  return {
    subscriptionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    expiresAt,
  }
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
