import { type Auction, type AuctionOrder, tradedPair } from './auction'
import { indexOrders } from './ledger'
import { scoreTrade } from './score'
import type { Solution } from './solution'

/** Scores by directed pair (sell and buy token; native counts as wrapped), in native atoms. */
export type PairScores = ReadonlyMap<string, bigint>

/** Tolerance for the rounding of joint prices: one part in this number of the baseline. */
const tolerance = 1_000_000_000n

/** Key of an order's directed pair in {@link PairScores}. */
export function pairOf({ wrappedNative }: Auction, { order }: AuctionOrder): string {
  const { sellToken, buyToken } = tradedPair(order, wrappedNative)
  return `${sellToken} ${buyToken}`
}

/** Splits a solution's score by directed pair. */
export function pairScores(auction: Auction, solution: Solution): PairScores {
  const orders = indexOrders(auction)
  const scores = new Map<string, bigint>()
  for (const trade of solution.trades) {
    const entry = orders.get(trade.uid)
    if (!entry) continue
    const pair = pairOf(auction, entry)
    scores.set(pair, (scores.get(pair) ?? 0n) + scoreTrade(auction, entry.order, trade))
  }
  return scores
}

/** Returns each directed pair's best score from a solution of that pair alone. */
export function pairBaselines(auction: Auction, solutions: readonly Solution[]): PairScores {
  return baselinesOf(solutions.map((solution) => pairScores(auction, solution)))
}

/** Like {@link pairBaselines}, from scores that are already split. */
export function baselinesOf(solutions: readonly PairScores[]): PairScores {
  const baselines = new Map<string, bigint>()
  for (const scores of solutions) {
    if (scores.size !== 1) continue
    for (const [pair, score] of scores) {
      if (score > (baselines.get(pair) ?? -1n)) baselines.set(pair, score)
    }
  }
  return baselines
}

/**
 * Returns whether every directed pair gets at least its baseline. Otherwise a solution could raise its total by taking
 * from one pair what the market would have given it. (CIP-67; `docs/math/winner-selection.md`, section 1.)
 */
export function isFair(scores: PairScores, baselines: PairScores): boolean {
  return unfairPairs(scores, baselines).length === 0
}

/** Returns the directed pairs below their baseline; none if the solution has only one pair. */
export function unfairPairs(scores: PairScores, baselines: PairScores): string[] {
  if (scores.size === 1) return []
  return [...scores].flatMap(([pair, score]) => {
    const baseline = baselines.get(pair) ?? 0n
    return score < baseline - baseline / tolerance ? [pair] : []
  })
}
