import type { Address } from '@/lib/core/address'
import { missingToReward, type ProgrammeTerms, shareOf } from '@/lib/core/affiliate-programme'

/** What the traders of one registration have come to; dollars in millionths. */
export type RegistrationSums = {
  readonly code: string
  readonly terms: ProgrammeTerms
  /** Whether an operator has freed the code, so that nobody earns by this registration any more. */
  readonly isFreed: boolean
  /** Traders that are bound to it. */
  readonly traders: number
  /** Those of whom something counted in the last {@link activeDays} days. */
  readonly activeTraders: number
  readonly eligible: bigint
  /** Rewards that its traders have earned, all told. */
  readonly rewards: number
  /** The least that a trader who can still earn has left to its next reward; undefined when there is none. */
  readonly missing: bigint | undefined
  /** The affiliate's shares that were paid. */
  readonly paid: bigint
  /** When any of this last changed. */
  readonly updatedAt: Date
}

/** What a wallet has come to as an affiliate, over all registrations it ever had; dollars in millionths. */
export type AffiliateStats = {
  readonly wallet: Address
  /** Of the newest registration, as the trigger volume. */
  readonly code: string
  readonly triggerVolume: bigint
  /** Volume of its traders that counts. */
  readonly eligible: bigint
  readonly earned: bigint
  readonly paid: bigint
  /**
   * The least eligible volume of one trader that earns the next reward: of those it has, else of a new one;
   * undefined when none can follow.
   */
  readonly missing: bigint | undefined
  readonly activeTraders: number
  readonly traders: number
  readonly updatedAt: Date
}

/** UTC days, today included, in which a trader counts as active that had an eligible trade. */
export const activeDays = 30

/** Adds up a wallet's registrations, the newest first; undefined when it never had one. */
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
  const moments = registrations.map(({ updatedAt }) => updatedAt.getTime())
  return {
    wallet,
    code,
    triggerVolume: terms.triggerVolume,
    eligible: total(({ eligible }) => eligible),
    earned: total((sums) => shareOf(sums.terms, 'affiliate', sums.rewards)),
    paid: total(({ paid }) => paid),
    missing: newest.isFreed ? undefined : (newest.missing ?? missingToReward(terms, 0n)),
    activeTraders: count(({ activeTraders }) => activeTraders),
    traders: count(({ traders }) => traders),
    updatedAt: new Date(Math.max(...moments)),
  }
}
