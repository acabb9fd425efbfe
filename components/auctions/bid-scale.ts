import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { maxAmount } from '@/lib/core/amount'

/** The longest bar leaves some air, so that a mark at its end is seen. */
const longest = 93

/** Returns a score's place on a bar in percent of its length, between 0 and the largest of `scores`. */
export function placeOn(scores: readonly bigint[], score: bigint): number {
  const most = scores.reduce((max, each) => maxAmount(max, each), 0n)
  if (most === 0n || score <= 0n) return 0
  return (Number((score * 1_000_000n) / most) / 1_000_000) * longest
}

/** Returns whether a bid won and is being settled, or is settled. */
export const isSettling = ({
  isWinner,
  settlement,
}: Pick<CompetitionEntry, 'isWinner' | 'settlement'>): boolean =>
  isWinner && (settlement === 'settling' || settlement === 'settled')

/** How much of what was possible beyond the limit an order got, from 0 to 1; undefined if nothing was possible. */
export function shareOfCeiling({
  kind,
  limit,
  got,
  bound,
}: {
  readonly kind: 'sell' | 'buy'
  readonly limit: bigint
  readonly got: bigint
  readonly bound: bigint | undefined
}): number | undefined {
  if (bound === undefined) return undefined
  const [gained, possible] =
    kind === 'sell' ? [got - limit, bound - limit] : [limit - got, limit - bound]
  if (possible <= 0n) return undefined
  const share = Number((gained * 1_000_000n) / possible) / 1_000_000
  return Math.min(1, Math.max(0, share))
}
