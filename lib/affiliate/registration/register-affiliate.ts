import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { insertBinding, type NewAffiliate } from './affiliate-store'
import { signatureInvalid, verifyRegistration } from './verify-registration'

/** A submitted registration. */
export type RegisterAffiliateInput = {
  /** The wallet in the path. */
  readonly pathAddress: Address
  readonly walletAddress: Address
  /** The normalised code: trimmed and in upper case. */
  readonly code: string
  /** The code as sent, if different. */
  readonly sentCode?: string
  readonly signedMessage: string
}

/**
 * Registers a code for a wallet by its signature, on the current terms; each signature, wallet and code only once.
 * Spec: Affiliate registration.
 *
 * @throws {ServiceError} BadRequest, Unauthorized and Conflict with the spec's messages; InternalServerError when the
 *   chain does not answer.
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
