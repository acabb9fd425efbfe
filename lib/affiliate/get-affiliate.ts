import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { type Affiliate, findAffiliate, findAffiliateByCode } from './affiliate-store'

/**
 * The code of a wallet.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getAffiliate(ctx: Context, walletAddress: Address): Promise<Affiliate> {
  const affiliate = await findAffiliate(ctx.db, walletAddress)
  if (affiliate) return affiliate
  throw new ServiceError('NotFound', 'affiliate not found')
}

/**
 * The affiliate of a code, so that a form can tell whether it is taken.
 *
 * @throws {ServiceError} NotFound; Forbidden when the operator has disabled the code.
 */
export async function getAffiliateByCode(ctx: Context, code: string): Promise<Affiliate> {
  const affiliate = await findAffiliateByCode(ctx.db, code)
  if (!affiliate) throw new ServiceError('NotFound', 'affiliate code not found')
  if (!affiliate.enabled) throw new ServiceError('Forbidden', 'affiliate code disabled')
  return affiliate
}
