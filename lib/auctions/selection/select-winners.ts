import { baselinesOf, isFair, type PairScores } from '@/lib/auctions/model/fairness'
import { findPacking } from './packing/find-packing'

/** A solution as the selection of winners sees it. */
export type Bid = {
  readonly solver: string
  /** Score by directed pair, in native atoms. */
  readonly scores: PairScores
  /** What only one winner can use besides its directed pairs, as pools. */
  readonly uses: readonly string[]
}

/** Why a bid is filtered out that {@link selectWinners} finds unfair. */
export const unfairFault = 'gives a directed pair less than it gets alone'

/** Who won; bids are named by their places. */
export type WinnerSelection = {
  /** By score, the best first. */
  readonly winners: readonly number[]
  /** Bids that give a directed pair less than it would get alone, ascending. */
  readonly unfair: readonly number[]
  /** The winners' scores together, in native atoms. */
  readonly total: bigint
  /** No winners that go together have more; equal to `total` unless the search was broken off. */
  readonly bound: bigint
  /** What the total would be without a solver's bids, for each solver that won. */
  readonly references: ReadonlyMap<string, bigint>
}

/**
 * Chooses the winners of an auction: fair bids with the highest total score of which no two trade the same
 * directed pair or use the same thing. Exact (see {@link findPacking}), not by taking the highest score first,
 * and the same whatever the sequence of the bids: of equal totals the one found first wins in the sequence of
 * score, solver and pairs.
 */
export function selectWinners(bids: readonly Bid[]): WinnerSelection {
  const baselines = baselinesOf(bids.map(({ scores }) => scores))
  const ranked = [...bids.keys()].sort((a, b) => compare(bids[a], bids[b]))
  const isFairBid = (place: number) => isFair(bids[place]?.scores ?? new Map(), baselines)
  const fair = ranked.filter(isFairBid)
  const { chosen, total, bound } = pack(bids, fair)
  const solvers = new Set(chosen.map((place) => bids[place]?.solver ?? ''))
  const references = [...solvers].map((solver) => {
    const others = fair.filter((place) => bids[place]?.solver !== solver)
    return [solver, pack(bids, others).total] as const
  })
  return {
    winners: chosen,
    unfair: [...bids.keys()].filter((place) => !isFairBid(place)),
    total,
    bound,
    references: new Map(references),
  }
}

/** What only one winner can have: a bid's directed pairs, and what it uses besides. */
export function claimsOf({ scores, uses }: Bid): string[] {
  return [...new Set([...scores.keys(), ...uses])]
}

/** A bid's score: that of all its pairs. */
export function scoreOf({ scores }: Pick<Bid, 'scores'>): bigint {
  return [...scores.values()].reduce((sum, score) => sum + score, 0n)
}

/** The best of the bids at these places that go together, in the sequence of the places. */
function pack(bids: readonly Bid[], places: readonly number[]) {
  const groups = new Map<string, number[]>()
  for (const [index, place] of places.entries()) {
    const bid = bids[place]
    for (const taken of bid ? claimsOf(bid) : []) {
      const group = groups.get(taken) ?? []
      groups.set(taken, [...group, index])
    }
  }
  const weights = places.map((place) => scoreOf(bids[place] ?? { scores: new Map() }))
  const { chosen, total, bound } = findPacking({ weights, groups: [...groups.values()] })
  return { chosen: chosen.map((index) => places[index] ?? 0), total, bound }
}

function compare(a: Bid | undefined, b: Bid | undefined): number {
  if (!a || !b) return 0
  const [left, right] = [scoreOf(a), scoreOf(b)]
  if (left !== right) return left > right ? -1 : 1
  const [first, second] = [textOf(a), textOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Two bids of one description are alike for the selection. */
function textOf({ solver, scores, uses }: Bid): string {
  const pairs = [...scores].map(([pair, score]) => `${pair} ${score}`).sort()
  return [solver, ...pairs, ...[...uses].sort()].join('\n')
}
