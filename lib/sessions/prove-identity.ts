import { hashMessage } from 'viem'
import type { Context } from '@/lib/context'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { findAccountSignature, findKeySignature } from '@/lib/orders/signatures/account-signature'
import { isTakenByWallet } from '@/lib/orders/signatures/verify-wallet-signature'
import type { SignInMessage } from './sign-in-message'

type Signing = {
  readonly message: string
  /** As it was sent. */
  readonly signature: string
  readonly signer: SignInMessage
}

/** Who has signed, and chain ids of the networks that did not say whether they take it, which are not reached. */
export type Proof = { readonly identity: Identity; readonly unanswered: readonly number[] }

/**
 * Who has signed a sign-in message. By its key an account is itself on all networks, whatever code it has (EIP-7702).
 * A contract must take the signature on the message's chain (ERC-1271), and is itself there and wherever else its own
 * code takes the same signature: where it has no code, or code that refuses, the address may be somebody else's.
 *
 * @throws {ServiceError} Unauthorized when nobody has, RateLimited while too many wallets are asked on the message's
 *   chain, InternalServerError when that does not answer.
 */
export async function proveIdentity(
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
  question: Parameters<typeof isTakenByWallet>[1],
): Promise<Verdict> {
  try {
    return (await isTakenByWallet(ctx, question)) ? 'taken' : 'refused'
  } catch (error) {
    if (isServiceError(error)) return 'unanswered'
    throw error
  }
}

/** The refusal of who has proved nothing. */
export function refused(reason: string): ServiceError {
  return new ServiceError('Unauthorized', reason)
}
