import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { insertBinding, type NewAffiliate } from './binding-store'
import { signatureInvalid, verifyRegistration } from './verify-registration'

/** A registration as submitted. */
export type RegisterAffiliateInput = {
  /** The wallet that the path names. */
  readonly pathAddress: Address
  readonly walletAddress: Address
  /** As it is stored: trimmed and upper-case. */
  readonly code: string
  /** As it was sent, where that may differ. */
  readonly sentCode?: string
  readonly signedMessage: string
}

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
  const { digest, signedMessage } = await verifyRegistration(ctx, registration)
  const { affiliateProgramme: terms } = ctx.config
  const createdAt = new Date(ctx.now())
  const affiliate = { walletAddress, code, signedMessage, createdAt, terms }
  const outcome = await insertBinding(ctx.db, affiliate, { digest })
  if (outcome === 'bound') return affiliate
  if (outcome === 'signature used') {
    throw signatureInvalid('this signature was used before; each registers at most one code')
  }
  throw new ServiceError(
    'Conflict',
    outcome === 'code taken'
      ? 'affiliate code already taken'
      : 'affiliate wallet address already bound to a code',
  )
}
