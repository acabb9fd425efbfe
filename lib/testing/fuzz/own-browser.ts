import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { hashBrowserSecret } from '@/lib/sessions/browser-secret'
import { cookieNames } from '@/lib/sessions/cookie'
import { encryptClaims } from '@/lib/sessions/session-claims'
import { insertSession } from '@/lib/sessions/session-store'
import {
  csrfCookieOf,
  makeSignInMessage,
  testSessionSecret,
} from '@/lib/testing/accounts/signed-in'
/** The origin of the pages in the fuzzed browser. */
export const origin = 'https://fuzz.example'

/** The browser's next-auth CSRF token. */
export const csrfToken = 'c5'.repeat(32)

const sessionId = '6a0f2f7e-59a4-4c64-9c5e-0d3a3f3c1b52'
const browserSecret = 'b5'.repeat(32)
const weekMs = 604_800_000

const names = cookieNames(origin)
const cookies = {
  [names.session]: await encryptClaims(testSessionSecret, [sessionId]),
  [names.csrf]: csrfCookieOf(csrfToken),
  [names.browser]: browserSecret,
}

/** Request headers of our own page in the browser. */
export const ownHeaders = {
  origin,
  cookie: Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; '),
}

/** Restores the account's session in the browser, whatever happened to it. */
export async function signInAgain({ db }: Context, account: Address): Promise<void> {
  const createdAt = new Date()
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + weekMs), revokedAt: null }
  await db.session.upsert({
    where: { id: sessionId },
    create: { id: sessionId, account, ...times },
    update: times,
  })
}

/** Signs the account in from another browser; returns the session id. */
export async function signInElsewhere(ctx: Context, account: Address): Promise<string> {
  return (await insertSession(ctx.db, everywhere(account), ctx.now())).id
}

/** Returns the request body that signs a new account in from the browser. */
export async function newSignIn(ctx: Context) {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const account = toAddress(wallet.address)
  const browserHash = hashBrowserSecret(browserSecret)
  const message = await makeSignInMessage(ctx, { account, origin, browserHash })
  return { csrfToken, message, signature: await wallet.signMessage({ message }) }
}
