import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { canonicalSignature, recoverSigner } from '@/lib/orders/signature'
import { digestAffiliateCode } from './affiliate-digest'
import { isTakenByWallet } from './ask-wallet'

const maxSignatureBytes = 8_192
// ERC-6492 has the node deploy a wallet by a call that the sender chooses.
const undeployedWalletMark = '6492'.repeat(16)

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
  const { walletAddress } = registration
  const signature = parseHex(registration.signedMessage)
  if (!signature || !isAcceptable(signature)) throw signatureInvalid()
  const digest = digestAffiliateCode(ctx.config.affiliateName, registration)
  const canonical = canonicalSignature(signature)
  if (canonical) {
    const signer = await recoverSigner(digest, { scheme: 'eip712', signature: canonical })
    if (signer === walletAddress) return { digest, signedMessage: canonical }
  }
  const isTaken = await isTakenByWallet(ctx, { owner: walletAddress, digest, signature })
  if (isTaken) return { digest, signedMessage: signature }
  throw signatureInvalid()
}

/** The refusal of a signature that proves nothing, or was used before. Spec: Errors. */
export function signatureInvalid(): ServiceError {
  return new ServiceError('Unauthorized', 'affiliate has invalid signature')
}

function isAcceptable(signature: Hex): boolean {
  const length = byteLength(signature)
  return length > 0 && length <= maxSignatureBytes && !signature.endsWith(undeployedWalletMark)
}
