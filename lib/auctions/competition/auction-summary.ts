import { ceilDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'

/** An auction in a list of many; scores in native atoms. */
export type AuctionSummary = {
  readonly auctionId: bigint
  readonly chainId: number
  readonly blockNumber: bigint
  readonly createdAt: Date
  /** Orders that were put up, and how many of them the winners fill. */
  readonly orders: number
  readonly filled: number
  /** Solutions that were proposed, and how many of them are settled or on their way. */
  readonly solutions: number
  readonly winners: number
  /** Of those winners together. */
  readonly score: bigint
  /** No settlement of the orders could have a higher score; undefined: not known. */
  readonly bound: bigint | undefined
  readonly txHashes: readonly Hex[]
}

/**
 * How far a score may be from the best possible one, in bps of the bound with two decimals, rounded up;
 * undefined where no bound is known or there is nothing to gain.
 */
export function gapBpsOf(score: bigint, bound: bigint | undefined): number | undefined {
  if (bound === undefined || bound <= 0n) return undefined
  const missing = bound > score ? bound - score : 0n
  return Number(ceilDiv(missing * 1_000_000n, bound)) / 100
}
