import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { type Affiliate, findAffiliate, insertAffiliate, insertSignature } from './affiliate-store'
import {
  signatureInvalid,
  type VerifiedRegistration,
  verifyRegistration,
} from './verify-registration'

/** A registration as submitted; the code is normalised. */
export type RegisterAffiliateInput = {
  /** The wallet that the path names. */
  readonly pathAddress: Address
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: string
}

type NewAffiliate = Omit<Affiliate, 'id' | 'enabled'>

/**
 * Binds a code to a wallet by the wallet's signature, once for each signature, wallet and code, on the
 * terms that are offered now. Spec: Affiliate registration.
 *
 * @throws {ServiceError} BadRequest, Unauthorized and Conflict with the messages of the spec;
 *   InternalServerError when the chain that was to be asked does not answer.
 */
export async function registerAffiliate(
  ctx: Context,
  { pathAddress, ...registration }: RegisterAffiliateInput,
): Promise<NewAffiliate> {
  const { walletAddress, code } = registration
  if (pathAddress !== walletAddress) {
    throw new ServiceError('BadRequest', 'affiliate wallet address mismatch')
  }
  const verified = await verifyRegistration(ctx, registration)
  const { affiliateProgramme: terms } = ctx.config
  const createdAt = new Date(ctx.now())
  const { signedMessage } = verified
  const affiliate = { walletAddress, code, signedMessage, createdAt, terms }
  await inTransaction(ctx.db, (tx) => saveAffiliate(tx, affiliate, verified))
  return affiliate
}

/** The unique indexes decide; a signature that outlived its registration is worth nothing. */
async function saveAffiliate(
  tx: Transaction,
  affiliate: NewAffiliate,
  { digest, signedMessage }: VerifiedRegistration,
): Promise<void> {
  const { walletAddress, createdAt } = affiliate
  if (!(await insertAffiliate(tx, affiliate))) {
    const isBound = (await findAffiliate(tx, walletAddress)) !== undefined
    throw new ServiceError(
      'Conflict',
      isBound ? 'affiliate wallet address already bound to a code' : 'affiliate code already taken',
    )
  }
  const signature = { digest, walletAddress, signedMessage, createdAt }
  if (!(await insertSignature(tx, signature))) throw signatureInvalid()
}
