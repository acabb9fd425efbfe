import { groupBy } from '@/lib/core/group-by'
import { daySeconds } from '@/lib/core/time'
import { type AttributedTrade, roundTripSeconds } from './referral-trade'
/** Sums over a bound trader's trades of one UTC day, eligible or not. */
export type DaySums = {
  readonly affiliateId: bigint
  /** Unix seconds of the start of the day. */
  readonly day: number
  readonly trades: number
  /** Millionths of a dollar, as `eligible`; trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
}

/** Returns the start of the UTC day of a Unix second. */
export function dayOf(time: number): number {
  return time - (time % daySeconds)
}

/**
 * Returns the Unix second before which trades are decided, once all trades and transfers up to `knownTo` are final: no
 * later one lies within {@link roundTripSeconds} of them. Always the start of a UTC day, so that days are decided as a
 * whole.
 */
export function decidedBefore(knownTo: number): number {
  return dayOf(knownTo - roundTripSeconds)
}

/** Sums a trader's trades by day, without those before it was bound. */
export function sumDays(trades: readonly AttributedTrade[]): DaySums[] {
  const bound = trades.filter(({ affiliateId }) => affiliateId !== undefined)
  const days = groupBy(bound, ({ timestamp }) => dayOf(timestamp))
  return [...days].flatMap(([day, ofDay]) => {
    const affiliateId = ofDay[0]?.affiliateId
    if (affiliateId === undefined) return []
    const volume = ofDay.reduce((sum, trade) => sum + (trade.volume ?? 0n), 0n)
    const eligible = ofDay.reduce((sum, trade) => sum + trade.eligible, 0n)
    return { affiliateId, day, trades: ofDay.length, volume, eligible }
  })
}
