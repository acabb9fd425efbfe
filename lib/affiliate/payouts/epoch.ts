import { type ProgrammeTerms, rewardsFor } from '@/lib/core/affiliate-programme'
import { daySeconds } from '@/lib/core/time'

/** The first Monday of Unix time, 1970-01-05, from which epochs are counted. */
const firstEpoch = 4 * daySeconds

/** Unix second at which the epoch of so many days begins that a Unix second lies in. */
export function epochOf(time: number, epochDays: number): number {
  const length = epochDays * daySeconds
  return time - ((((time - firstEpoch) % length) + length) % length)
}

/** Unix second at which the epoch that begins at `epoch` has ended and the next one begins. */
export function endOfEpoch(epoch: number, epochDays: number): number {
  return epoch + epochDays * daySeconds
}

/** What of a trader's eligible volume counted at a Unix second, or on a day that begins with it. */
export type CountedVolume = { readonly at: number; readonly eligible: bigint }

/**
 * How many rewards of one trader fell due in which epoch (by its begin), epochs without any left out.
 *
 * @param before the eligible volume of the trader until then, in millionths of a dollar
 * @param volumes what counted since then, in the order of time
 */
export function rewardsByEpoch(
  { terms, epochDays, before }: { terms: ProgrammeTerms; epochDays: number; before: bigint },
  volumes: readonly CountedVolume[],
): Map<number, number> {
  const rewards = new Map<number, number>()
  let eligible = before
  for (const volume of volumes) {
    const earned = rewardsFor(terms, eligible + volume.eligible) - rewardsFor(terms, eligible)
    eligible += volume.eligible
    const epoch = epochOf(volume.at, epochDays)
    if (earned > 0) rewards.set(epoch, (rewards.get(epoch) ?? 0) + earned)
  }
  return rewards
}
