import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { findAccountSignature, findKeySignature } from '@/lib/orders/signatures/account-signature'
import { affiliateChainId } from './affiliate-code'
import { digestAffiliateCode } from './affiliate-digest'

/** A registration with a valid signature. */
export type VerifiedRegistration = {
  /** The signed digest. */
  readonly digest: Hex
  /** The signature in its stored form. */
  readonly signedMessage: Hex
}

/**
 * Verifies a wallet's signature over its code, as sent or as stored. Recovers the key first, without I/O; only if
 * neither digest fits, calls the wallet's contract on chain 1 (ERC-1271). Spec: Authentication.
 *
 * @throws {ServiceError} Unauthorized; RateLimited while too many wallets are being called; InternalServerError when
 *   the chain does not answer, ServiceUnavailable when it is not configured.
 */
export async function verifyRegistration(
  ctx: Context,
  registration: {
    readonly walletAddress: Address
    /** Trimmed and in upper case. */
    readonly code: string
    /** As in the request body, if different. */
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

/** Returns a sentence that states what a wallet must sign; `name` is the service's affiliate signing name. */
export function signingHint(name: string): string {
  return (
    `the wallet signs AffiliateCode { walletAddress, code, chainId: ${affiliateChainId} } in the domain ` +
    `{ name: "${name}", version: "1" }, with the code as it is sent or in upper case`
  )
}

/** Creates the error for an invalid or reused signature; `hint` says what to change. Spec: Errors. */
export function signatureInvalid(hint: string): ServiceError {
  return new ServiceError('Unauthorized', 'affiliate has invalid signature', { data: { hint } })
}
