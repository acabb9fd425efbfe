import { type ProgrammeTerms, rewardsFor } from '@/lib/core/affiliate-programme'
import { daySeconds } from '@/lib/core/time'

/** Epochs are counted from the first Monday of Unix time, 1970-01-05. */
const firstEpoch = 4 * daySeconds

/** Returns the start (Unix seconds) of the epoch that contains a time. */
export function epochOf(time: number, epochDays: number): number {
  const length = epochDays * daySeconds
  return time - ((((time - firstEpoch) % length) + length) % length)
}

/** Returns the end (Unix seconds) of the epoch that starts at `epoch`, which is the start of the next one. */
export function endOfEpoch(epoch: number, epochDays: number): number {
  return epoch + epochDays * daySeconds
}

/** A trader's eligible volume at a Unix second, or of the day that starts at it. */
export type CountedVolume = { readonly at: number; readonly eligible: bigint }

/**
 * Counts a trader's rewards by the start of the epoch in which they fell due, without empty epochs.
 *
 * @param before the trader's prior eligible volume, in millionths of a dollar
 * @param volumes the eligible volumes since, in time order
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
