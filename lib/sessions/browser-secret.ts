import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from './browser'
import { cookieNames, findCookie } from './cookie'

const form = /^[0-9a-f]{64}$/

/** The secret that a browser was told when it first asked for a nonce, and still has. */
export function findBrowserSecret({ origin, cookies }: Browser): string | undefined {
  const secret = findCookie(cookies, cookieNames(origin).browser)
  return secret !== undefined && form.test(secret) ? secret : undefined
}

/** A secret for a browser that has none. */
export function makeBrowserSecret(): string {
  return randomBytes(32).toString('hex')
}

/** What is kept of a browser's secret. */
export function hashBrowserSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
