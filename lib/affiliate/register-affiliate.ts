import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { isContractSignature } from '@/lib/orders/contract-signature'
import { canonicalSignature, recoverSigner } from '@/lib/orders/signature'
import { affiliateChainId, hashAffiliateCode } from './affiliate-code'
import { type Affiliate, findAffiliate, insertAffiliate, insertSignature } from './affiliate-store'

/** A registration as submitted; the code is normalised. */
export type RegisterAffiliateInput = {
  /** The wallet that the path names. */
  readonly pathAddress: Address
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: string
}

const walletGas = 200_000n
const maxSignatureBytes = 8_192
// ERC-6492 has the node deploy a wallet by a call that the sender chooses.
const undeployedWalletMark = '6492'.repeat(16)

/**
 * Binds a code to a wallet by the wallet's signature, once for each signature, wallet and code.
 * Spec: Affiliate registration.
 *
 * @throws {ServiceError} BadRequest, Unauthorized and Conflict with the messages of the spec.
 */
export async function registerAffiliate(
  ctx: Context,
  input: RegisterAffiliateInput,
): Promise<Omit<Affiliate, 'id' | 'enabled'>> {
  const { walletAddress, code } = input
  if (input.pathAddress !== walletAddress) {
    throw new ServiceError('BadRequest', 'affiliate wallet address mismatch')
  }
  const digest = hashAffiliateCode(ctx.config.affiliateName, { walletAddress, code })
  const signedMessage = await verifySignature(ctx, {
    walletAddress,
    digest,
    signature: parseHex(input.signedMessage),
  })
  const { affiliateProgramme: terms } = ctx.config
  const createdAt = new Date(ctx.now())
  const affiliate = { walletAddress, code, signedMessage, createdAt, terms }
  await saveAffiliate(ctx, affiliate, digest)
  return affiliate
}

type Claim = {
  readonly walletAddress: Address
  readonly digest: Hex
  readonly signature: Hex | undefined
}

/** Gives the signature in the form that is kept. */
async function verifySignature(ctx: Context, claim: Claim): Promise<Hex> {
  const { walletAddress, digest, signature } = claim
  if (!signature || !isAcceptable(signature)) throw signatureInvalid()
  const canonical = canonicalSignature(signature)
  if (canonical) {
    const signer = await recoverSigner(digest, { scheme: 'eip712', signature: canonical })
    if (signer === walletAddress) return canonical
  }
  const isAccepted = await isContractSignature(ctx, {
    chainId: affiliateChainId,
    owner: walletAddress,
    digest,
    signature,
    gas: walletGas,
  })
  if (isAccepted) return signature
  throw signatureInvalid()
}

function isAcceptable(signature: Hex): boolean {
  const length = byteLength(signature)
  return length > 0 && length <= maxSignatureBytes && !signature.endsWith(undeployedWalletMark)
}

/** The unique indexes decide; a signature that outlived its registration is worth nothing. */
async function saveAffiliate(
  ctx: Context,
  affiliate: Omit<Affiliate, 'id' | 'enabled'>,
  digest: Hex,
): Promise<void> {
  const { walletAddress, signedMessage, createdAt } = affiliate
  await inTransaction(ctx.db, async (tx) => {
    if (!(await insertAffiliate(tx, affiliate))) {
      const isBound = (await findAffiliate(tx, walletAddress)) !== undefined
      throw new ServiceError(
        'Conflict',
        isBound
          ? 'affiliate wallet address already bound to a code'
          : 'affiliate code already taken',
      )
    }
    const signature = { digest, walletAddress, signedMessage, createdAt }
    if (!(await insertSignature(tx, signature))) throw signatureInvalid()
  })
}

function signatureInvalid(): ServiceError {
  return new ServiceError('Unauthorized', 'affiliate has invalid signature')
}
