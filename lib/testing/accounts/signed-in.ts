import { createHash } from 'node:crypto'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { everywhere, type Identity } from '@/lib/core/identity'
import { cookieNames } from '@/lib/sessions/cookie'
import { encryptClaims } from '@/lib/sessions/session-claims'
import { insertSession } from '@/lib/sessions/session-store'

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
