import type { RevertRisk } from '@/lib/auctions/build/revert-risk'
import type { Auction } from '@/lib/auctions/model/auction'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Participant } from '@/lib/auctions/selection/run-auction'

/** Solutions of an auction that compete, the best ones first. */
export type CompetitionRound = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly participants: readonly Participant[]
  readonly risk: RevertRisk
  /** Solvers that failed, or whose search time ended. */
  readonly unfinishedSolvers: readonly string[]
}

/** A choice of winners on its way. */
export type Choice = {
  readonly round: CompetitionRound
  /** Those of the contest, and those that came to them. */
  readonly participants: Participant[]
  /** Places of contenders that the chain refuses, with its reason. */
  readonly refusals: Map<number, string>
}

/** Winners that the chain refuses together, with its reason. */
export type RefusedGroup = { readonly group: WinnerGroup; readonly fault: string }
