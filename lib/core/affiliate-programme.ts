/** What an affiliate and the traders it brings were promised when the code was registered. */
export type ProgrammeTerms = {
  /** What one reward is before it is split, in millionths of a dollar. */
  readonly rewardAmount: bigint
  /** Eligible volume of a trader that earns a reward, in millionths of a dollar. */
  readonly triggerVolume: bigint
  /** Eligible volume of one trader that counts, in millionths of a dollar. */
  readonly volumeCap: bigint
  /** Days from the binding in which a trader's volume counts. */
  readonly timeCapDays: number
  /** How a reward is split, in hundredths that come to 100. */
  readonly affiliatePercent: number
  readonly traderPercent: number
  readonly daoPercent: number
}

/** Who is paid a share of a reward; the rest stays with the operator. */
export type ReferralRole = 'affiliate' | 'trader'

/** How many rewards so much eligible volume of one trader has earned, all told. */
export function rewardsFor(terms: ProgrammeTerms, eligible: bigint): number {
  return Number(eligible / terms.triggerVolume)
}

/** What so many rewards bring one party, in millionths of a dollar; what is smaller stays with the operator. */
export function shareOf(terms: ProgrammeTerms, role: ReferralRole, rewards: number): bigint {
  const percent = role === 'affiliate' ? terms.affiliatePercent : terms.traderPercent
  return ((terms.rewardAmount * BigInt(percent)) / 100n) * BigInt(rewards)
}

/**
 * The eligible volume that is missing to the next reward, in millionths of a dollar; undefined when the volume cap
 * lets none follow.
 */
export function missingToReward(terms: ProgrammeTerms, eligible: bigint): bigint | undefined {
  const next = (eligible / terms.triggerVolume + 1n) * terms.triggerVolume
  return next <= terms.volumeCap ? next - eligible : undefined
}
