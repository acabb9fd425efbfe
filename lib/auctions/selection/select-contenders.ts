import { type Auction, suspectsOf } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Contender } from './run-auction'
import { claimsOf, selectWinners, type WinnerSelection } from './select-winners'

/** Winners by their places among the contenders, in the sequence in which they are settled. */
export type SelectedContenders = Pick<WinnerSelection, 'references'> & {
  readonly winners: readonly { readonly place: number; readonly solution: Solution }[]
}

/**
 * The winners among the contenders at some places. Solutions of suspect orders only take what the others leave, and
 * come last: a suspect order that asks for little has a high score, and one that reverts would keep others from their
 * directed pair and pools for nothing.
 */
export function selectContenders(
  auction: Auction,
  contenders: readonly Contender[],
  places: readonly number[] = [...contenders.keys()],
): SelectedContenders {
  const suspects = suspectsOf(auction)
  const isSuspect = (place: number) =>
    contenders[place]?.solution.trades.some(({ uid }) => suspects.has(uid)) === true
  const calm = places.filter((place) => !isSuspect(place))
  const first = selectAt(contenders, calm)
  if (calm.length === places.length) return first
  const claimsAt = (place: number) => {
    const contender = contenders[place]
    return contender ? claimsOf(contender.bid) : []
  }
  const taken = new Set(first.winners.flatMap(({ place }) => claimsAt(place)))
  const rest = places.filter(
    (place) => isSuspect(place) && !claimsAt(place).some((claim) => taken.has(claim)),
  )
  const { winners, references } = selectAt(contenders, [...calm, ...rest])
  const byRank = winners.toSorted((a, b) => Number(isSuspect(a.place)) - Number(isSuspect(b.place)))
  return { winners: byRank, references }
}

function selectAt(contenders: readonly Contender[], places: readonly number[]): SelectedContenders {
  const { winners, references } = selectWinners(
    places.flatMap((place) => contenders[place]?.bid ?? []),
  )
  return {
    references,
    winners: winners.flatMap((index) => {
      const place = places[index] ?? 0
      const contender = contenders[place]
      return contender ? [{ place, solution: contender.solution }] : []
    }),
  }
}
