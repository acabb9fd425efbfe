import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { everywhere, type Identity } from '@/lib/core/identity'
import { cookieNames } from '@/lib/sessions/cookie'
import { insertNonce } from '@/lib/sessions/nonce-store'
import { encryptClaims } from '@/lib/sessions/session-claims'
import { insertSession } from '@/lib/sessions/session-store'
import { writeSignInMessage } from '@/lib/sessions/sign-in-message'

/** The session secret in tests. */
export const testSessionSecret = 'a secret that tests sign cookies with'

/** Returns the value of next-auth's CSRF cookie for a token. */
export function csrfCookieOf(csrfToken: string): string {
  const hash = createHash('sha256').update(`${csrfToken}${testSessionSecret}`).digest('hex')
  return `${csrfToken}%7C${hash}`
}

/**
 * Returns request headers of a page at `origin` in a browser where `accounts` have signed in, the last one last,
 * by default on all networks; uses `ctx.config.sessionSecret`.
 */
export async function signedIn(
  ctx: Context,
  {
    origin,
    accounts,
  }: { readonly origin: string; readonly accounts: readonly (Address | Identity)[] },
): Promise<{ readonly origin: string; readonly cookie: string }> {
  const now = ctx.now()
  const ids: string[] = []
  for (const [index, account] of accounts.entries()) {
    const identity = typeof account === 'string' ? everywhere(account) : account
    ids.push((await insertSession(ctx.db, identity, now + index)).id)
  }
  const cookie = await encryptClaims(ctx.config.sessionSecret ?? '', ids)
  return { origin, cookie: `${cookieNames(origin).session}=${cookie}` }
}

type Signer = {
  readonly account: Address
  readonly origin: string
  /** Digest of the browser's secret. */
  readonly browserHash: string
}

/** Returns a sign-in message (EIP-4361) for an account on chain 1, bound to the browser with this secret. */
export async function makeSignInMessage(
  ctx: Context,
  { account, origin, browserHash }: Signer,
): Promise<string> {
  const nonce = randomBytes(20).toString('hex')
  await insertNonce(ctx.db, { nonce, browserHash, expiresAtMs: ctx.now() + 60_000 })
  const { host: domain } = new URL(origin)
  const place = { domain, uri: origin, chainId: 1 }
  return writeSignInMessage({ ...place, nonce, address: account, issuedAtMs: ctx.now() })
}
