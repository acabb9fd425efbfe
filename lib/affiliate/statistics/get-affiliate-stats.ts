import { dayOf } from '@/lib/affiliate/attribution/referral-sums'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { type AffiliateStats, activeDays, sumAffiliateStats } from './affiliate-stats'
import { listRegistrationSums } from './affiliate-stats-store'

/**
 * Returns a wallet's statistics as an affiliate.
 *
 * @throws {ServiceError} NotFound when it never had a code.
 */
export async function getAffiliateStats(ctx: Context, wallet: Address): Promise<AffiliateStats> {
  const now = toUnixSeconds(ctx.now())
  const activeSince = dayOf(now) - (activeDays - 1) * daySeconds
  const registrations = await listRegistrationSums(ctx.db, { wallet, now, activeSince })
  const stats = sumAffiliateStats(wallet, registrations)
  if (stats) return stats
  throw new ServiceError('NotFound', 'affiliate stats not found')
}
