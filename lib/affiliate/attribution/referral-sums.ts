import { groupBy } from '@/lib/core/group-by'
import { daySeconds } from '@/lib/core/time'
import type { JudgedTrade } from './referral-trade'
import { roundTripSeconds } from './reverse-trades'

/** Sums over one UTC day's trades of a bound trader, whether they count or not. */
export type DaySums = {
  readonly affiliateId: bigint
  /** Unix seconds of its begin. */
  readonly day: number
  readonly trades: number
  /** Millionths of a dollar, as the next; trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
}

/** The begin of the UTC day that a Unix second lies in. */
export function dayOf(time: number): number {
  return time - (time % daySeconds)
}

/**
 * Before which Unix second trades are decided once all trades, and transfers between accounts, until `knownTo` are
 * known for good: no later one lies within {@link roundTripSeconds} of them. It is the begin of a UTC day, so that
 * no day is decided in part.
 */
export function decidedBefore(knownTo: number): number {
  return dayOf(knownTo - roundTripSeconds)
}

/** Sums of one trader's trades by day; trades before it was bound belong to none. */
export function sumDays(trades: readonly JudgedTrade[]): DaySums[] {
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
