import { type AnswerOf, type CallOptions, call } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { withMutex } from './mutex'

/** An account with a session in this browser. */
export type SessionView = AnswerOf<'readSession'>['sessions'][number]

/**
 * The accounts of this browser after a sign-in, and the networks that did not answer, which the session does not cover.
 */
export type SignedIn = AnswerOf<'signInAccount'>

/** A session of an account, and whether it belongs to this browser. */
export type AccountSessionView = AnswerOf<'listSessions'>['sessions'][number]

/** Signing in is impossible: the page has another origin than the service is configured for. */
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

/** The account, its network, and how to ask for its signature. */
export type SignInRequest = {
  readonly account: Address
  /** A network of this instance; for a contract wallet, its own. */
  readonly chainId: number
  /** Origin of this page. */
  readonly origin: string
  /** Has the wallet sign a text (EIP-191). */
  readonly sign: (message: string) => Promise<Hex>
}

/** Fetches the accounts with a session in this browser, newest first. */
export async function fetchSessions(options: CallOptions = {}): Promise<readonly SessionView[]> {
  return (await call('readSession', {}, { ...options, fresh: true })).sessions
}

/**
 * Signs an account in, in addition to others, with one free signature; returns this browser's accounts, newest first. A
 * contract wallet's signature is checked by its contract.
 * @throws {SignInError} if this page has another origin than the service is configured for.
 * @throws {ApiError} for any rejection; the wallet's error.
 */
export async function signIn(
  { account, chainId, origin, sign }: SignInRequest,
  options: CallOptions = {},
): Promise<SignedIn> {
  const offered = await withMutex(cookies, () => call('readNonce', {}, options))
  const { nonce, domain, uri, issuedAt, expirationTime } = offered
  // Loaded on use: most visitors never sign in.
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

/** Signs every account of this browser out and ends their sessions. */
export async function signOut(options: CallOptions = {}): Promise<void> {
  await withMutex(cookies, async () => {
    const body = { csrfToken: await fetchCsrfToken(options) }
    return call('signOutAccounts', { body }, options)
  })
}

/** Fetches the sessions of an account of this browser, newest first. */
export async function fetchAccountSessions(
  account: Address,
  options: CallOptions = {},
): Promise<readonly AccountSessionView[]> {
  return (await call('listSessions', { query: { account } }, options)).sessions
}

/** Ends a session of an account, in this browser or elsewhere. */
export async function endSession(
  account: Address,
  { id }: { readonly id: string },
  options: CallOptions = {},
): Promise<void> {
  const input = { params: { id }, query: { account } }
  await withMutex(cookies, () => call('deleteSession', input, options))
}

/**
 * Requests that set the session cookie run one at a time: each answer derives from its request's cookie, so of two
 * concurrent ones the later answer would undo the other.
 */
const cookies = 'coincide.cookies'

async function fetchCsrfToken(options: CallOptions): Promise<string> {
  return (await call('readCsrfToken', {}, options)).csrfToken
}
