import { checksumAddress } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { type Address, toAddress } from '@/lib/core/address'

/** The EIP-4361 statement that a wallet signs. */
export const signInStatement =
  'Sign in to see your notifications and to choose where they go. This costs nothing and moves no tokens.'

/** Lifetime of a nonce in seconds, and maximum clock skew of the times in a message. */
export const nonceSeconds = 300

/** The variable parts of a sign-in message (EIP-4361); times in Unix milliseconds. */
export type SignInMessage = {
  /** Host and port of our pages. */
  readonly domain: string
  /** Origin of our pages. */
  readonly uri: string
  readonly address: Address
  readonly chainId: number
  readonly nonce: string
  readonly issuedAtMs: number
  readonly expirationTimeMs?: number | undefined
  readonly notBeforeMs?: number | undefined
}

/** Formats a sign-in message as the wallet shows and signs it. */
export function writeSignInMessage(message: SignInMessage): string {
  const { issuedAtMs, expirationTimeMs, notBeforeMs, ...named } = message
  return createSiweMessage({
    ...named,
    version: '1',
    statement: signInStatement,
    issuedAt: new Date(issuedAtMs),
    ...(expirationTimeMs === undefined ? {} : { expirationTime: new Date(expirationTimeMs) }),
    ...(notBeforeMs === undefined ? {} : { notBefore: new Date(notBeforeMs) }),
  })
}

/**
 * Parses a sign-in message. Returns undefined for anything but the exact output of {@link writeSignInMessage}, such as
 * another statement or version, resources, a request id, other time formats or trailing text.
 */
export function parseSignInMessage(text: string): SignInMessage | undefined {
  const { domain, uri, address, chainId, nonce, ...times } = parseSiweMessage(text)
  const { issuedAt, expirationTime, notBefore } = times
  if (!domain || !uri || !address || !nonce || !issuedAt || chainId === undefined) return undefined
  const message = {
    domain,
    uri,
    address: toAddress(address),
    chainId,
    nonce,
    issuedAtMs: issuedAt.getTime(),
    expirationTimeMs: expirationTime?.getTime(),
    notBeforeMs: notBefore?.getTime(),
  }
  try {
    return writeSignInMessage(message) === text ? message : undefined
  } catch {
    return undefined
  }
}

/**
 * Explains why {@link parseSignInMessage} rejects a text; names a missing address checksum when that is the only fault.
 * The address is not corrected, since the wallet signed the text as shown.
 */
export function explainRejection(text: string): string {
  const [domain = '', address = '', ...rest] = text.split('\n')
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) {
    const written = checksumAddress(toAddress(address))
    if (parseSignInMessage([domain, written, ...rest].join('\n'))) {
      return `the address of the message must be written with its checksum (EIP-55), as ${written}`
    }
  }
  return 'the message is not a sign-in message of this service (EIP-4361): write it with what GET /api/account/nonce answers'
}

/** The context that a message is checked against. */
export type SignInRules = {
  /** Origin of our pages in the browser. */
  readonly origin: string
  readonly chainIds: readonly number[]
  /** Unix milliseconds. */
  readonly now: number
}

/** Returns why a message is not valid for a sign-in here and now; undefined when it is. */
export function findSignInFault(
  message: SignInMessage,
  { origin, chainIds, now }: SignInRules,
): string | undefined {
  const {
    domain,
    uri,
    chainId,
    issuedAtMs,
    expirationTimeMs = now + 1,
    notBeforeMs = now,
  } = message
  const { host } = new URL(origin)
  if (domain !== host) return `the message is for ${domain}, not for ${host}`
  if (uri !== origin) return `URI must be ${origin}`
  if (!chainIds.includes(chainId)) return `Chain ID must be one of ${chainIds.join(', ')}`
  const isNear = (ms: number) => Math.abs(ms - now) <= nonceSeconds * 1_000
  if (![issuedAtMs, expirationTimeMs, notBeforeMs].every(isNear)) {
    return `the times of the message must be within ${nonceSeconds} seconds of ours`
  }
  if (expirationTimeMs <= now) return 'the message is expired'
  if (notBeforeMs > now) return 'the message is not valid yet'
  return undefined
}
