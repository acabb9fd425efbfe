import { baselinesOf, isFair, type PairScores } from '@/lib/auctions/model/fairness'
import { gather } from '@/lib/core/group-by'
import { findPacking } from './packing/find-packing'

/** A solution in the selection of winners. */
export type Bid = {
  readonly solver: string
  /** Score by directed pair, in native atoms. */
  readonly scores: PairScores
  /** Exclusive resources besides its directed pairs, such as pools. */
  readonly uses: readonly string[]
}

/** The selection; bids are referred to by index. */
export type WinnerSelection = {
  /** By score, best first. */
  readonly winners: readonly number[]
  /** Bids that give a directed pair less than its baseline, ascending. */
  readonly unfair: readonly number[]
  /** Sum of the winners' scores, in native atoms. */
  readonly total: bigint
  /** Upper bound on that sum; equals `total` unless the search was incomplete. */
  readonly bound: bigint
  /** The total without a solver's bids, for each winning solver. */
  readonly references: ReadonlyMap<string, bigint>
}

/**
 * Selects the winners of an auction: the fair bids with the maximum total score, no two of which trade the same
 * directed pair or use the same resource. Exact (see {@link findPacking}) and independent of the bids' order: ties are
 * broken by score, solver and pairs. The references are those of Vickrey-Clarke-Groves payments (Clarke 1971). See
 * `docs/math/winner-selection.md`.
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

/** A bid's exclusive resources: its directed pairs, pools and others. */
export function claimsOf({ scores, uses }: Bid): string[] {
  return [...new Set([...scores.keys(), ...uses])]
}

/** A bid's score: the sum over its pairs. */
export function scoreOf({ scores }: Pick<Bid, 'scores'>): bigint {
  return [...scores.values()].reduce((sum, score) => sum + score, 0n)
}

/** The best compatible set of these bids, in the order of the indices. */
function pack(bids: readonly Bid[], places: readonly number[]) {
  const claims = places.flatMap((place, index) => {
    const bid = bids[place]
    return bid ? [...claimsOf(bid)].map((claim) => [claim, index] as const) : []
  })
  const groups = gather(claims)
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

/** Equal descriptions make two bids equal for the selection. */
function textOf({ solver, scores, uses }: Bid): string {
  const pairs = [...scores].map(([pair, score]) => `${pair} ${score}`).sort()
  return [solver, ...pairs, ...[...uses].sort()].join('\n')
}
