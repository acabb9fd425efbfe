import { type Auction, isolatedOrders } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Participant } from './run-auction'
import { claimsOf, selectWinners, type WinnerSelection } from './select-winners'

/** Winners by their indices among the participants, in settlement order. */
export type SelectedParticipants = Pick<WinnerSelection, 'references'> & {
  readonly winners: readonly { readonly place: number; readonly solution: Solution }[]
}

/**
 * Selects the winners among the participants with these indices. Solutions of isolated orders come last and use only what
 * the others leave: an isolated order with a low limit has a high score, and one that reverts would block the pairs and
 * pools of others in vain. Each selection is that of `docs/math/winner-selection.md`.
 */
export function selectParticipants(
  auction: Auction,
  participants: readonly Participant[],
  places: readonly number[] = [...participants.keys()],
): SelectedParticipants {
  const isolated = isolatedOrders(auction)
  const isIsolated = (place: number) =>
    participants[place]?.solution.trades.some(({ uid }) => isolated.has(uid)) === true
  const calm = places.filter((place) => !isIsolated(place))
  const first = selectAt(participants, calm)
  if (calm.length === places.length) return first
  const claimsAt = (place: number) => {
    const participant = participants[place]
    return participant ? claimsOf(participant.bid) : []
  }
  const taken = new Set(first.winners.flatMap(({ place }) => claimsAt(place)))
  const rest = places.filter(
    (place) => isIsolated(place) && !claimsAt(place).some((claim) => taken.has(claim)),
  )
  const { winners, references } = selectAt(participants, [...calm, ...rest])
  const byRank = winners.toSorted(
    (a, b) => Number(isIsolated(a.place)) - Number(isIsolated(b.place)),
  )
  return { winners: byRank, references }
}

function selectAt(
  participants: readonly Participant[],
  places: readonly number[],
): SelectedParticipants {
  const { winners, references } = selectWinners(
    places.flatMap((place) => participants[place]?.bid ?? []),
  )
  return {
    references,
    winners: winners.flatMap((index) => {
      const place = places[index] ?? 0
      const participant = participants[place]
      return participant ? [{ place, solution: participant.solution }] : []
    }),
  }
}
