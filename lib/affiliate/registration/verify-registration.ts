import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { findAccountSignature, findKeySignature } from '@/lib/orders/signatures/account-signature'
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
 * Checks that a wallet signed the binding of its code, as the code was sent or as it is stored: by its key, which takes
 * no I/O, and only where neither fits by asking its contract on chain 1 (ERC-1271). Spec: Authentication.
 *
 * @throws {ServiceError} Unauthorized; RateLimited while too many wallets are asked; InternalServerError when the
 *   chain that was to be asked does not answer, ServiceUnavailable without one.
 */
export async function verifyRegistration(
  ctx: Context,
  registration: {
    readonly walletAddress: Address
    /** Trimmed and upper-case. */
    readonly code: string
    /** As the body has it, where that may differ. */
    readonly sentCode?: string
    readonly signedMessage: string
  },
): Promise<VerifiedRegistration> {
  const { walletAddress, code, sentCode, signedMessage: signature } = registration
  const { affiliateName } = ctx.config
  const digests = [...new Set([sentCode ?? code, code])].map((text) =>
    digestAffiliateCode(affiliateName, { walletAddress, code: text }),
  )
  for (const digest of digests) {
    const signedMessage = await findKeySignature({ account: walletAddress, digest, signature })
    if (signedMessage) return { digest, signedMessage }
  }
  for (const digest of digests) {
    const signed = { chainId: affiliateChainId, account: walletAddress, digest, signature }
    const signedMessage = await findAccountSignature(ctx, signed)
    if (signedMessage) return { digest, signedMessage }
  }
  throw signatureInvalid(signingHint(affiliateName))
}

/** What a wallet has to sign, in a sentence; `name` is the service's affiliate signing name. */
export function signingHint(name: string): string {
  return (
    `the wallet signs AffiliateCode { walletAddress, code, chainId: ${affiliateChainId} } in the domain ` +
    `{ name: "${name}", version: "1" }, with the code as it is sent or in upper case`
  )
}

/** The refusal of a signature that proves nothing, or was used before; `hint` says what to change. Spec: Errors. */
export function signatureInvalid(hint: string): ServiceError {
  return new ServiceError('Unauthorized', 'affiliate has invalid signature', { data: { hint } })
}
