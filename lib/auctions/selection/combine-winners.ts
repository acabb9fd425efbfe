import type { Auction } from '@/lib/auctions/model/auction'
import { joinSolutions } from '@/lib/auctions/model/merge-solutions'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'

/** Winners settled in one transaction. */
export type WinnerGroup = {
  /** The merged solution. */
  readonly solution: Solution
  /** Each winner's index, and its part of the merged solution: joint prices round differently. */
  readonly members: readonly {
    readonly place: number
    readonly solution: Solution
    readonly score: bigint
  }[]
}

type Winner = { readonly place: number; readonly solution: Solution }

/**
 * Distributes winners over as few transactions as joint prices, gas and isolated orders allow, in the given order; each
 * joins the first transaction that can take it (first fit; `docs/math/winner-selection.md`, section 6).
 */
export function combineWinners(auction: Auction, winners: readonly Winner[]): WinnerGroup[] {
  const groups: { solution: Solution; members: Winner[] }[] = []
  for (const winner of winners) {
    const isTaken = groups.some((group) => {
      const joined = joinSolutions(auction, group.solution, winner.solution)
      if (!joined) return false
      group.solution = joined
      group.members.push(winner)
      return true
    })
    if (!isTaken) groups.push({ solution: winner.solution, members: [winner] })
  }
  return groups.map(({ solution, members }) => ({
    solution,
    members: members.map(({ place, solution: own }) => {
      const part = partOf(solution, own)
      return { place, solution: part, score: scoreSolution(auction, part) }
    }),
  }))
}

/** A winner with the prices and amounts of its merged solution. */
function partOf(whole: Solution, own: Solution): Solution {
  const uids = new Set(own.trades.map(({ uid }) => uid))
  const prices = [...own.clearingPrices.keys()].map(
    (token) => [token, whole.clearingPrices.get(token) ?? 0n] as const,
  )
  return {
    ...own,
    clearingPrices: new Map(prices),
    trades: whole.trades.filter(({ uid }) => uids.has(uid)),
  }
}
