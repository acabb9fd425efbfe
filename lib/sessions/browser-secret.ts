import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from './browser'
import { cookieNames, findCookie } from './cookie'

const form = /^[0-9a-f]{64}$/

/** Returns the secret that the browser was given with its first nonce, if it still has one. */
export function findBrowserSecret({ origin, cookies }: Browser): string | undefined {
  const secret = findCookie(cookies, cookieNames(origin).browser)
  return secret !== undefined && form.test(secret) ? secret : undefined
}

/** Generates a secret for a browser that has none. */
export function makeBrowserSecret(): string {
  return randomBytes(32).toString('hex')
}

/** The stored digest of a browser's secret. */
export function hashBrowserSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
