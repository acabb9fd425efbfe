import { hashMessage } from 'viem'
import type { Context } from '@/lib/context'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import {
  findAccountSignature,
  findKeySignature,
  isAcceptedByWallet,
} from '@/lib/orders/signatures/account-signature'
import { type Browser, listBrowserSessions } from './browser'
import { findBrowserSecret, hashBrowserSecret } from './browser-secret'
import { type BoundNonce, consumeNonce, hasNonce } from './nonce-store'
import { maxAccounts, type Session } from './session'
import { insertSession, revokeOldestSessions, revokeSessions } from './session-store'
import {
  explainRejection,
  findSignInFault,
  parseSignInMessage,
  type SignInMessage,
} from './sign-in-message'
/** A signed message and the browser that sent it. */
export type SignedMessage = {
  readonly message: string
  /** As sent by the client. */
  readonly signature: string
  readonly browser: Browser
}

/** The result of a sign-in. */
export type SignedIn = {
  /** The browser's sessions, newest first. */
  readonly sessions: readonly Session[]
  /** Chain ids of networks that did not answer; the new session excludes them. */
  readonly unanswered: readonly number[]
}

/**
 * Signs an account in with a signed EIP-4361 message (see {@link proveIdentity}). Always opens a new session: the
 * account's previous one in this browser is revoked, and all but the identity's newest twenty. The nonce is consumed in
 * the transaction that opens the session.
 *
 * @throws {ServiceError} Unauthorized for an invalid message or signature, Conflict when too many accounts are signed
 * in in this browser, InternalServerError when the message's chain does not answer.
 */
export async function signIn(ctx: Context, signed: SignedMessage): Promise<SignedIn> {
  const { browser } = signed
  const message = readMessage(ctx, signed)
  const { address: account, nonce } = message
  const bound = { nonce, browserHash: hashBrowserSecret(findBrowserSecret(browser) ?? '') }
  // Checked before any chain query, so that a client without a nonce cannot trigger one.
  if (!(await hasNonce(ctx.db, bound, ctx.now()))) throw nonceRefused()
  const known = await listBrowserSessions(ctx, browser)
  const others = known.filter((session) => session.account !== account)
  if (others.length >= maxAccounts) {
    const description = `${maxAccounts} accounts have signed in in this browser: sign out of one first`
    throw new ServiceError('Conflict', description)
  }
  const { message: text, signature } = signed
  const proof = await proveIdentity(ctx, { message: text, signature, signer: message })
  const { identity, unanswered } = proof
  const before = known.filter((session) => session.account === account)
  const opened = await openSession(ctx, { identity, bound, before })
  return { sessions: [opened, ...others], unanswered }
}

function readMessage(ctx: Context, { message: text, browser }: SignedMessage): SignInMessage {
  const message = parseSignInMessage(text)
  if (!message) throw refused(explainRejection(text))
  const { chainIds } = ctx.config
  const fault = findSignInFault(message, { origin: browser.origin, chainIds, now: ctx.now() })
  if (fault) throw refused(fault)
  return message
}

type Opening = {
  readonly identity: Identity
  readonly bound: BoundNonce
  readonly before: readonly Session[]
}

function openSession(ctx: Context, { identity, bound, before }: Opening): Promise<Session> {
  const now = ctx.now()
  return inTransaction(ctx.db, async (tx) => {
    if (!(await consumeNonce(tx, bound, now))) throw nonceRefused()
    await revokeSessions(tx, { ids: before.map(({ id }) => id), now })
    const session = await insertSession(tx, identity, now)
    await revokeOldestSessions(tx, identity, now)
    return session
  })
}

function nonceRefused(): ServiceError {
  return refused('the nonce is not one of this browser, expired or used before: ask for another')
}

type Signing = {
  readonly message: string
  /** As sent by the client. */
  readonly signature: string
  readonly signer: SignInMessage
}

/** The proven identity, and chain ids of the networks that did not answer and are excluded from it. */
type Proof = { readonly identity: Identity; readonly unanswered: readonly number[] }

/**
 * Determines who signed a sign-in message. A key owns the account on all networks, even with code (EIP-7702). A
 * contract must accept the signature on the message's chain (ERC-1271); its identity extends to every other network
 * where its code there accepts it too. Elsewhere the address may belong to someone else.
 *
 * @throws {ServiceError} Unauthorized for an invalid signature, RateLimited while too many wallets are queried on the
 * message's chain, InternalServerError when that chain does not answer.
 */
async function proveIdentity(
  ctx: Context,
  { message, signature: text, signer: { address: account, chainId } }: Signing,
): Promise<Proof> {
  const digest = hashMessage(message)
  if (await findKeySignature({ account, digest, signature: text })) {
    return { identity: { account, networks: null }, unanswered: [] }
  }
  const signature = await findAccountSignature(ctx, { chainId, account, digest, signature: text })
  if (!signature) throw refused(`the signature is not one of this message by ${account}`)
  const others = ctx.config.chainIds.filter((other) => other !== chainId)
  const verdicts = await Promise.all(
    others.map((other) => ask(ctx, { chainId: other, owner: account, digest, signature })),
  )
  const those = (verdict: Verdict) => others.filter((_, index) => verdicts[index] === verdict)
  const networks = [chainId, ...those('taken')].sort((a, b) => a - b)
  return { identity: { account, networks }, unanswered: those('unanswered') }
}

type Verdict = 'taken' | 'refused' | 'unanswered'

async function ask(
  ctx: Context,
  question: Parameters<typeof isAcceptedByWallet>[1],
): Promise<Verdict> {
  try {
    return (await isAcceptedByWallet(ctx, question)) ? 'taken' : 'refused'
  } catch (error) {
    if (isServiceError(error)) return 'unanswered'
    throw error
  }
}

/** Creates the error for an unproven sign-in. */
function refused(reason: string): ServiceError {
  return new ServiceError('Unauthorized', reason)
}
