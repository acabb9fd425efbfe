import { randomBytes } from 'node:crypto'
import type { Context } from '@/lib/context'
import type { Browser } from './browser'
import { findBrowserSecret, hashBrowserSecret, makeBrowserSecret } from './browser-secret'
import { cookieNames, writeCookie } from './cookie'
import { insertNonce } from './nonce-store'
import { nonceSeconds } from './sign-in-message'

/** A nonce with its validity for a sign-in message, and the cookie of its browser. */
export type IssuedNonce = {
  readonly nonce: string
  /** Unix milliseconds of our clock, against which messages are checked. */
  readonly issuedAtMs: number
  readonly expirationTimeMs: number
  /** A `Set-Cookie` header. */
  readonly cookie: string
}

/** Creates a 160-bit nonce that signs in once, in this browser and within {@link nonceSeconds}. */
export async function issueNonce(ctx: Context, browser: Browser): Promise<IssuedNonce> {
  // Shared by all tabs, so that none invalidates a sign-in begun in another.
  const secret = findBrowserSecret(browser) ?? makeBrowserSecret()
  const nonce = randomBytes(20).toString('hex')
  const issuedAtMs = ctx.now()
  const expiresAtMs = issuedAtMs + nonceSeconds * 1_000
  await insertNonce(ctx.db, { nonce, browserHash: hashBrowserSecret(secret), expiresAtMs })
  const { origin } = browser
  const name = cookieNames(origin).browser
  const cookie = writeCookie(origin, { name, value: secret, seconds: nonceSeconds })
  return { nonce, issuedAtMs, expirationTimeMs: expiresAtMs, cookie }
}
