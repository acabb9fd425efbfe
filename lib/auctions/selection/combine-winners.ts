import type { Auction } from '@/lib/auctions/model/auction'
import { joinSolutions } from '@/lib/auctions/model/merge-solutions'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'

/** Winners that are settled in one transaction. */
export type WinnerGroup = {
  /** What settles all of them. */
  readonly solution: Solution
  /** Each winner's place, and its own part of that solution: joint prices round differently. */
  readonly members: readonly {
    readonly place: number
    readonly solution: Solution
    readonly score: bigint
  }[]
}

type Winner = { readonly place: number; readonly solution: Solution }

/**
 * Puts winners into as few transactions as joint prices, gas and suspect orders allow, in the sequence in which
 * they come; each goes to the first that takes it.
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

/** A winner with the prices and amounts of the whole that it is settled in. */
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
