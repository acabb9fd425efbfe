import { z } from 'zod'
import { type Address, parseAddress } from './address'
import { parseUsd } from './usd'

// Forms of environment variables; a default is what counts where one is not set.

/** Yes or no: `true` and `1`, `false` and `0`. */
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

/** A 20-byte address; undefined where none is set. */
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

/** Any text, trimmed; undefined where nothing is left of it. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

/** Whoever guesses it can make up cookies. */
export const sessionSecret = optionalText.refine(
  (text) => text === undefined || text.length >= 32,
  'must have 32 characters at least, as openssl rand -hex 32 gives them',
)

/** Goes out in a header; a fault of one that cannot would be logged together with it. */
export const providerKey = optionalText.refine(
  (text) => text === undefined || /^[\x21-\x7e]+$/.test(text),
  'must be one word of printable ASCII',
)

/** A whole number from 0. */
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** A sum of dollars; read as millionths of one. */
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

/** Where a server answers; without slashes at its end. */
export const baseUrl = (fallback: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default(fallback)
    .transform((url) => url.replace(/\/+$/, ''))
