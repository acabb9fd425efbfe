import { z } from 'zod'
import { type Address, parseAddress } from '@/lib/core/address'
import { parseUsd } from '@/lib/core/usd'

// Schemas of environment variables; the fallback applies to unset ones.

/** A boolean: `true` and `1`, `false` and `0`. */
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default('')
    .transform((text) => (text === '' ? fallback : text === 'true' || text === '1'))

/** A 20-byte address. */
export const address = (fallback: Address) =>
  z
    .string()
    .default(fallback)
    .transform((text, issues) => {
      const parsed = parseAddress(text)
      if (parsed) return parsed
      issues.addIssue('must be a 20-byte address')
      return z.NEVER
    })

/** A 20-byte address; undefined when unset. */
export const optionalAddress = z
  .string()
  .optional()
  .transform((text, issues) => {
    if (text === undefined) return undefined
    const parsed = parseAddress(text.trim())
    if (parsed) return parsed
    issues.addIssue('must be a 20-byte address')
    return z.NEVER
  })

/** A TCP port; undefined when unset. */
export const optionalPort = z.coerce
  .number('must be a port from 1 to 65535')
  .int()
  .min(1)
  .max(65_535)
  .optional()

/** Any text, trimmed; undefined when empty. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

const urlOf = (protocol: RegExp) => (text: string | undefined) =>
  text === undefined || (URL.canParse(text) && protocol.test(new URL(text).protocol))

/** URL of a PostgreSQL database. Its client would quote a malformed one in its error. */
export const databaseUrl = optionalText.refine(
  urlOf(/^postgres(?:ql)?:$/),
  'must be as postgresql://user:password@host:5432/database, special characters of the password encoded',
)

/** URL of a Redis server; likewise. */
export const redisUrl = optionalText.refine(
  urlOf(/^rediss?:$/),
  'must be as redis://user:password@host:6379, special characters of the password encoded',
)

/** Anyone who guesses the secret can forge session cookies. */
export const sessionSecret = optionalText.refine(
  (text) => text === undefined || text.length >= 32,
  'must have 32 characters at least, as openssl rand -hex 32 gives them',
)

/** Sent in a header. A value that a header cannot carry would be logged with the resulting error. */
export const providerKey = optionalText.refine(
  (text) => text === undefined || /^[\x21-\x7e]+$/.test(text),
  'must be one word of printable ASCII',
)

/** A non-negative integer. */
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** A dollar amount, as millionths. */
export const usd = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, issues) => {
      const micros = parseUsd(text)
      if (micros !== undefined) return micros
      issues.addIssue('must be a sum of dollars as 20 or 0.5')
      return z.NEVER
    })

/** An http or https URL without trailing slashes. */
export const baseUrl = (fallback: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default(fallback)
    .transform((url) => url.replace(/\/+$/, ''))
