import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { findAccountSignature } from '@/lib/orders/account-signature'
import { affiliateChainId } from './affiliate-code'
import { digestAffiliateCode } from './affiliate-digest'

/** A registration that its wallet has signed. */
export type VerifiedRegistration = {
  /** What was signed. */
  readonly digest: Hex
  /** The signature in the text that is kept. */
  readonly signedMessage: Hex
}

/**
 * Checks that a wallet signed the binding of `code`: by its key, which takes no I/O, and only where that
 * does not fit by asking its contract on chain 1 (ERC-1271). Spec: Authentication.
 *
 * @throws {ServiceError} Unauthorized; RateLimited while too many wallets are asked; InternalServerError when the
 *   chain that was to be asked does not answer, ServiceUnavailable without one.
 */
export async function verifyRegistration(
  ctx: Context,
  registration: {
    readonly walletAddress: Address
    readonly code: string
    readonly signedMessage: string
  },
): Promise<VerifiedRegistration> {
  const { walletAddress: account, signedMessage: signature } = registration
  const digest = digestAffiliateCode(ctx.config.affiliateName, registration)
  const signed = { chainId: affiliateChainId, account, digest, signature }
  const signedMessage = await findAccountSignature(ctx, signed)
  if (signedMessage) return { digest, signedMessage }
  throw signatureInvalid()
}

/** The refusal of a signature that proves nothing, or was used before. Spec: Errors. */
export function signatureInvalid(): ServiceError {
  return new ServiceError('Unauthorized', 'affiliate has invalid signature')
}
