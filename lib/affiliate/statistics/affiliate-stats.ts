import { dayOf } from '@/lib/affiliate/attribution/referral-sums'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { shareOf, volumeToNextReward } from '@/lib/core/affiliate-programme'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { listRegistrationSums, type RegistrationSums } from './affiliate-stats-query'

/** A wallet's sums as an affiliate, over all registrations it ever had; dollars in millionths. */
export type AffiliateStats = {
  readonly wallet: Address
  /** Code and trigger volume of the latest registration. */
  readonly code: string
  readonly triggerVolume: bigint
  /** Eligible volume of its traders. */
  readonly eligible: bigint
  readonly earned: bigint
  readonly paid: bigint
  /**
   * The minimum eligible volume to the next reward, by a bound trader or else a new one; undefined when no further
   * reward is possible.
   */
  readonly missing: bigint | undefined
  readonly activeTraders: number
  readonly traders: number
  readonly updatedAt: Date
}

/** Number of UTC days, today included, in which an eligible trade makes a trader active. */
export const activeDays = 30

/** Sums a wallet's registrations, given latest first; undefined when it never had one. */
export function sumAffiliateStats(
  wallet: Address,
  registrations: readonly RegistrationSums[],
): AffiliateStats | undefined {
  const [newest] = registrations
  if (!newest) return undefined
  const { code, terms } = newest
  const count = (read: (sums: RegistrationSums) => number) =>
    registrations.reduce((sum, each) => sum + read(each), 0)
  const total = (read: (sums: RegistrationSums) => bigint) =>
    registrations.reduce((sum, each) => sum + read(each), 0n)
  const updateTimes = registrations.map(({ updatedAt }) => updatedAt.getTime())
  return {
    wallet,
    code,
    triggerVolume: terms.triggerVolume,
    eligible: total(({ eligible }) => eligible),
    earned: total((sums) => shareOf(sums.terms, 'affiliate', sums.rewards)),
    paid: total(({ paid }) => paid),
    missing: newest.isFreed ? undefined : (newest.missing ?? volumeToNextReward(terms, 0n)),
    activeTraders: count(({ activeTraders }) => activeTraders),
    traders: count(({ traders }) => traders),
    updatedAt: new Date(Math.max(...updateTimes)),
  }
}

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
