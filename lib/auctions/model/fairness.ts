import { type Auction, type AuctionOrder, tradedPair } from './auction'
import { indexOrders } from './ledger'
import { scoreTrade } from './score'
import type { Solution } from './solution'

/** Scores by directed pair (what is sold and bought; native counts as wrapped), in native atoms. */
export type PairScores = ReadonlyMap<string, bigint>

/** Rounding of joint prices may cost this part of a score without being unfair. */
const tolerance = 1_000_000_000n

/** An order's directed pair, as {@link PairScores} are by. */
export function pairOf({ wrappedNative }: Auction, { order }: AuctionOrder): string {
  const { sellToken, buyToken } = tradedPair(order, wrappedNative)
  return `${sellToken} ${buyToken}`
}

/** A solution's score, divided by directed pair. */
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

/** What each directed pair gets at best from a solution that is for it alone. */
export function pairBaselines(auction: Auction, solutions: readonly Solution[]): PairScores {
  return baselinesOf(solutions.map((solution) => pairScores(auction, solution)))
}

/** Like {@link pairBaselines}, of scores that are divided already. */
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
 * Whether every directed pair gets as much as it would alone. Without this a high total could be made by
 * giving one side what the other one would have got from the market.
 */
export function isFair(scores: PairScores, baselines: PairScores): boolean {
  return unfairPairs(scores, baselines).length === 0
}

/** The directed pairs that get less than they would alone; none where there is no other beside it. */
export function unfairPairs(scores: PairScores, baselines: PairScores): string[] {
  if (scores.size === 1) return []
  return [...scores].flatMap(([pair, score]) => {
    const baseline = baselines.get(pair) ?? 0n
    return score < baseline - baseline / tolerance ? [pair] : []
  })
}
