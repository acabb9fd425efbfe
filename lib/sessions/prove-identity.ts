import { hashMessage } from 'viem'
import type { Context } from '@/lib/context'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import {
  findAccountSignature,
  findKeySignature,
  isAcceptedByWallet,
} from '@/lib/orders/signatures/account-signature'
import type { SignInMessage } from './sign-in-message'

type Signing = {
  readonly message: string
  /** As sent by the client. */
  readonly signature: string
  readonly signer: SignInMessage
}

/** The proven identity, and chain ids of the networks that did not answer and are excluded from it. */
export type Proof = { readonly identity: Identity; readonly unanswered: readonly number[] }

/**
 * Determines who signed a sign-in message. A key owns the account on all networks, even with code (EIP-7702). A
 * contract must accept the signature on the message's chain (ERC-1271); its identity extends to every other network
 * where its code there accepts it too. Elsewhere the address may belong to someone else.
 *
 * @throws {ServiceError} Unauthorized for an invalid signature, RateLimited while too many wallets are queried on the
 * message's chain, InternalServerError when that chain does not answer.
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
export function refused(reason: string): ServiceError {
  return new ServiceError('Unauthorized', reason)
}
