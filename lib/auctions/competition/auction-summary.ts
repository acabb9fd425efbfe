import { ceilDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'

/** An auction in a list; scores in native atoms. */
export type AuctionSummary = {
  readonly auctionId: bigint
  readonly chainId: number
  readonly blockNumber: bigint
  readonly createdAt: Date
  /** Number of its orders, and of those that the winners fill. */
  readonly orders: number
  readonly filled: number
  /** Number of solutions, and of those that are mined or pending. */
  readonly solutions: number
  readonly winners: number
  /** Sum over those winners. */
  readonly score: bigint
  /** Upper bound on the score of any settlement; undefined if unknown. */
  readonly bound: bigint | undefined
  readonly txHashes: readonly Hex[]
}

/**
 * Returns the gap between a score and its upper bound, in bps of the bound with two decimals, rounded up; undefined
 * without a bound or without anything to gain.
 */
export function gapBpsOf(score: bigint, bound: bigint | undefined): number | undefined {
  if (bound === undefined || bound <= 0n) return undefined
  const missing = bound > score ? bound - score : 0n
  return Number(ceilDiv(missing * 1_000_000n, bound)) / 100
}
