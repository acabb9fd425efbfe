import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { type Affiliate, findAffiliate, findCodeHolder } from './affiliate-store'

/**
 * Returns the registration of a wallet.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getAffiliate(ctx: Context, walletAddress: Address): Promise<Affiliate> {
  const affiliate = await findAffiliate(ctx.db, walletAddress)
  if (affiliate) return affiliate
  throw new ServiceError('NotFound', 'affiliate not found')
}

/**
 * Returns the registration of a code, so that a form can check availability. A freed code reserved for nobody counts as
 * disabled; one reserved for a wallet counts as available, so that this wallet can register it.
 *
 * @throws {ServiceError} NotFound; Forbidden when the operator has disabled the code.
 */
export async function getAffiliateByCode(ctx: Context, code: string): Promise<Affiliate> {
  const holder = await findCodeHolder(ctx.db, code)
  const isFree = holder?.keptFor !== undefined && holder.keptFor !== 'nobody'
  if (!holder || isFree) throw new ServiceError('NotFound', 'affiliate code not found')
  if (holder.keptFor === undefined && holder.enabled) return holder
  throw new ServiceError('Forbidden', 'affiliate code disabled')
}
