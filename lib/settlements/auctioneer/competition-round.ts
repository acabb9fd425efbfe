import type { RevertRisk } from '@/lib/auctions/build/revert-risk'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { Auction } from '@/lib/auctions/model/auction'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Participant } from '@/lib/auctions/selection/run-auction'

/** Competing solutions of an auction, best first. */
export type CompetitionRound = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly participants: readonly Participant[]
  readonly risk: RevertRisk
  /** Solvers that failed or timed out. */
  readonly unfinishedSolvers: readonly string[]
}

/** An unfinished selection of winners. */
export type Choice = {
  readonly round: CompetitionRound
  /** The round's solutions, and those added by rerouting. */
  readonly participants: Participant[]
  /** Indices of participants that fail simulation, with the reason. */
  readonly refusals: Map<number, BidFault>
}

/** Groups of winners that fail simulation together, with the reason. */
export type RefusedGroup = { readonly group: WinnerGroup; readonly fault: BidFault }
