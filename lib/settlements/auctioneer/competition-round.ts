import type { Caution } from '@/lib/auctions/build/revert-risk'
import type { Auction } from '@/lib/auctions/model/auction'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Contender } from '@/lib/auctions/selection/run-auction'

/** Solutions of an auction that compete, the best ones first. */
export type Contest = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly contenders: readonly Contender[]
  readonly caution: Caution
  /** Solvers that failed, or whose search time ended. */
  readonly absent: readonly string[]
}

/** A choice of winners on its way. */
export type Choice = {
  readonly contest: Contest
  /** Those of the contest, and those that came to them. */
  readonly contenders: Contender[]
  /** Places of contenders that the chain refuses, with its reason. */
  readonly refusals: Map<number, string>
}

/** Winners that the chain refuses together, with its reason. */
export type RefusedGroup = { readonly group: WinnerGroup; readonly fault: string }
