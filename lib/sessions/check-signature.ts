import { hashMessage } from 'viem'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { findAccountSignature, findKeySignature } from '@/lib/orders/account-signature'
import { isRefusedByWallet } from '@/lib/orders/ask-wallet'
import type { SignInMessage } from './sign-in-message'

type Signing = {
  readonly message: string
  /** As it was sent. */
  readonly signature: string
  readonly signer: SignInMessage
}

/**
 * Checks that an account has signed a sign-in message: by its key, or as the contract that it is on the message's
 * chain. A contract of the same address on another of our networks may be somebody else's, and a session is the
 * account's on all of them: each contract that there is must take the signature.
 *
 * @throws {ServiceError} Unauthorized when it has not, RateLimited while too many wallets are asked,
 *   InternalServerError when a network does not answer.
 */
export async function checkSignature(
  ctx: Context,
  { message, signature, signer }: Signing,
): Promise<void> {
  const { address: account, chainId } = signer
  const digest = hashMessage(message)
  if (await findKeySignature({ account, digest, signature })) return
  const taken = await findAccountSignature(ctx, { chainId, account, digest, signature })
  if (!taken) throw refused(`the signature is not one of this message by ${account}`)
  const question = { owner: account, digest, signature: taken }
  const others = ctx.config.chainIds.filter((other) => other !== chainId)
  const refusals = await Promise.all(
    others.map((other) => isRefusedByWallet(ctx, { ...question, chainId: other })),
  )
  const refusing = others.find((_, index) => refusals[index])
  if (refusing === undefined) return
  throw refused(`the contract of ${account} on chain ${refusing} does not take the signature`)
}

/** The refusal of who has proved nothing. */
export function refused(reason: string): ServiceError {
  return new ServiceError('Unauthorized', reason)
}
