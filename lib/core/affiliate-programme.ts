/** The terms that an affiliate and the referred traders were promised when the code was registered. */
export type ProgrammeTerms = {
  /** Total of one reward before the split, in millionths of a dollar. */
  readonly rewardAmount: bigint
  /** Eligible volume of a trader per reward, in millionths of a dollar. */
  readonly triggerVolume: bigint
  /** Maximum eligible volume of one trader that counts, in millionths of a dollar. */
  readonly volumeCap: bigint
  /** Days after attribution during which a trader's volume counts. */
  readonly timeCapDays: number
  /** Split of a reward in percent; the three add up to 100. */
  readonly affiliatePercent: number
  readonly traderPercent: number
  readonly daoPercent: number
}

/** A party that is paid a share of a reward; the rest stays with the operator. */
export type ReferralRole = 'affiliate' | 'trader'

/** Total number of rewards earned by a trader's eligible volume. */
export function rewardsFor(terms: ProgrammeTerms, eligible: bigint): number {
  return Number(eligible / terms.triggerVolume)
}

/** Share of one party in that many rewards, in millionths of a dollar, rounded down per reward for the operator. */
export function shareOf(terms: ProgrammeTerms, role: ReferralRole, rewards: number): bigint {
  const percent = role === 'affiliate' ? terms.affiliatePercent : terms.traderPercent
  return ((terms.rewardAmount * BigInt(percent)) / 100n) * BigInt(rewards)
}

/**
 * Eligible volume still needed for the next reward, in millionths of a dollar; undefined when the volume cap comes
 * first.
 */
export function volumeToNextReward(terms: ProgrammeTerms, eligible: bigint): bigint | undefined {
  const next = (eligible / terms.triggerVolume + 1n) * terms.triggerVolume
  return next <= terms.volumeCap ? next - eligible : undefined
}
