import { type AnswerOf, type CallOptions, call } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { withMutex } from './mutex'

/** An account that has signed in in this browser. */
export type SessionView = AnswerOf<'readSession'>['sessions'][number]

/** The accounts of this browser after a sign-in, and networks that its session does not reach for want of an answer. */
export type SignedIn = AnswerOf<'signInAccount'>

/** A session of an account, and whether it is of this browser. */
export type AccountSessionView = AnswerOf<'listSessions'>['sessions'][number]

/** Signing in cannot begin: the page is shown at another address than the service knows of itself. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly served: string
  readonly shown: string

  constructor({ served, shown }: { readonly served: string; readonly shown: string }) {
    super(`signing in works at ${served}, not at ${shown}`)
    this.served = served
    this.shown = shown
  }
}

/** Who signs in, where, and how its consent is asked for. */
export type SignInRequest = {
  readonly account: Address
  /** A network of this instance; that of the account's contract if it is one. */
  readonly chainId: number
  /** Origin of this page. */
  readonly origin: string
  /** Has the wallet sign a text (EIP-191). */
  readonly sign: (message: string) => Promise<Hex>
}

/** The accounts that have signed in in this browser, the last one first; empty when none has. */
export async function fetchSessions(options: CallOptions = {}): Promise<readonly SessionView[]> {
  return (await call('readSession', {}, { ...options, fresh: true })).sessions
}

/**
 * Signs an account in beside others, by one signature of its wallet that costs nothing, and gives the accounts of
 * this browser, the last one first. That of a contract is signed in where its own code takes the signature.
 *
 * @throws {SignInError} when this page is at another address than the service knows of itself.
 * @throws {ApiError} for any refusal, and whatever the wallet throws.
 */
export async function signIn(
  { account, chainId, origin, sign }: SignInRequest,
  options: CallOptions = {},
): Promise<SignedIn> {
  const offered = await withMutex(cookies, () => call('readNonce', {}, options))
  const { nonce, domain, uri, issuedAt, expirationTime } = offered
  // On use: most who are asked who has signed in here never do.
  const { writeSignInMessage } = await import('@/lib/sessions/sign-in-message')
  if (uri !== origin) throw new SignInError({ served: uri, shown: origin })
  const message = writeSignInMessage({
    ...{ domain, uri, nonce, chainId, address: account },
    issuedAtMs: Date.parse(issuedAt),
    expirationTimeMs: Date.parse(expirationTime),
  })
  const signature = await sign(message)
  return withMutex(cookies, async () => {
    const body = { csrfToken: await fetchCsrfToken(options), message, signature }
    return call('signInAccount', { body }, options)
  })
}

/** Signs every account of this browser out; their sessions are over. */
export async function signOut(options: CallOptions = {}): Promise<void> {
  await withMutex(cookies, async () => {
    const body = { csrfToken: await fetchCsrfToken(options) }
    return call('signOutAccounts', { body }, options)
  })
}

/** Where an account of this browser has signed in, the last one first. */
export async function fetchAccountSessions(
  account: Address,
  options: CallOptions = {},
): Promise<readonly AccountSessionView[]> {
  return (await call('listSessions', { query: { account } }, options)).sessions
}

/** Ends a session of an account of this browser, here or elsewhere. */
export async function endSession(
  account: Address,
  { id }: { readonly id: string },
  options: CallOptions = {},
): Promise<void> {
  const asked = { params: { id }, query: { account } }
  await withMutex(cookies, () => call('deleteSession', asked, options))
}

/**
 * What answers with a cookie takes turns: each is made from the cookie that its request brought, so that of two at once the
 * answer that comes last would undo the other.
 */
const cookies = 'coincide.cookies'

async function fetchCsrfToken(options: CallOptions): Promise<string> {
  return (await call('readCsrfToken', {}, options)).csrfToken
}
