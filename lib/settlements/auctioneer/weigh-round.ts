import { boundWithinGas } from '@/lib/auctions/bounds/bound-within-gas'
import type { Auction } from '@/lib/auctions/model/auction'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { type Context, contextSlot } from '@/lib/context'

/**
 * Rounds of this process by what their first transaction scored: all, those that were far below the bound of as much gas,
 * and those of them in which fill-or-kill orders alone explain it.
 */
export type RoundCounts = { weighed: number; far: number; fillOrKill: number }

/** How many rounds this process has weighed. */
export function roundCounts(ctx: Context): RoundCounts {
  return contextSlot(ctx, 'settlements/rounds', (): RoundCounts => {
    return { weighed: 0, far: 0, fillOrKill: 0 }
  })
}

/** Percent of the bound below which a round is far from it. */
const farPercent = 90n

/** With more orders, solving them once more would hold up the next round. */
const maxRelaxedOrders = 100

/** Milliseconds for both solutions that explain a round: the process does nothing else meanwhile. */
const explainingMs = 1_000

type Round = {
  readonly auction: Auction
  readonly auctionId: bigint
  /** What the first transaction settles. */
  readonly solution: Solution
  /** The bound of the whole auction, whatever gas it takes; see `boundAuction`. */
  readonly bound: bigint | undefined
}

/**
 * Logs and counts a round whose first transaction scored less than 90 % of the bound within its gas. Fill-or-kill orders
 * explain it if the batch solver reaches 90 % only once each of them may be filled in part; with more than a hundred
 * orders, or where that takes more than a second by the clock `nowMs`, it stays unexplained. Never throws.
 */
export function weighRound(
  ctx: Context,
  { auction, auctionId, solution, bound }: Round,
  nowMs = () => performance.now(),
): void {
  try {
    const counts = roundCounts(ctx)
    counts.weighed += 1
    const score = scoreSolution(auction, solution)
    // The bound within gas is no higher, and takes a hundred times as long.
    if (bound === undefined || !isFar(score, bound)) return
    const withinGas = boundWithinGas(auction, 1)
    if (withinGas === undefined || !isFar(score, withinGas)) return
    counts.far += 1
    const explained = needsParts(auction, withinGas, nowMs)
    if (explained) counts.fillOrKill += 1
    const { chainId, orders } = auction
    const figures = { score, bound: withinGas, orders: orders.length, needsParts: explained }
    ctx.log.info(
      { chainId, auctionId, ...figures, ...counts },
      'round scored below 90 % of its bound',
    )
  } catch (error) {
    ctx.log.warn({ error, chainId: auction.chainId, auctionId }, 'round could not be weighed')
  }
}

function isFar(score: bigint, bound: bigint): boolean {
  return score * 100n < bound * farPercent
}

/**
 * Whether the batch solver comes near to a bound by filling orders in part only; undefined with too many of them, or where
 * it takes too long.
 */
function needsParts(auction: Auction, bound: bigint, nowMs: () => number): boolean | undefined {
  if (auction.orders.length > maxRelaxedOrders) return undefined
  const endMs = nowMs() + explainingMs
  const isLate = () => nowMs() > endMs
  const orders = auction.orders.map((entry) => {
    return { ...entry, order: { ...entry.order, partiallyFillable: true } }
  })
  const reaches = (tried: Auction) => !isFar(solveBatch(tried, { isLate })?.score ?? 0n, bound)
  const needed = !reaches(auction) && reaches({ ...auction, orders })
  return isLate() ? undefined : needed
}
