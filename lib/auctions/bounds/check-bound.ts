import type { Auction } from '@/lib/auctions/model/auction'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { boundWithinGas } from './auction-bound'

/**
 * Percentage of the bound below which a solution is far from it. The bound is not reached exactly: it relaxes
 * fill-or-kill.
 */
const farPercent = 90n

/** With more orders, solving twice takes longer than a round. */
const maxRelaxedOrders = 100

/** The solution of one transaction, and the gas-independent bound of its auction (see `boundAuction`). */
export type BoundCheck = {
  readonly auction: Auction
  readonly solution: Solution
  readonly bound: bigint | undefined
}

/**
 * A solution's distance from the bound within one transaction's gas (`docs/math/batch-dual.md`, section 6): `near` from
 * 90 % on, `late` if there was no time, else `far`.
 */
export type BoundVerdict =
  | { readonly verdict: 'near' | 'late' }
  | {
      readonly verdict: 'far'
      /** Native atoms. */
      readonly score: bigint
      readonly bound: bigint
      /**
       * Whether fill-or-kill alone explains the distance: the batch solver reaches 90 % only if every order may be
       * partially filled. Undefined above a hundred orders, and if there was no time.
       */
      readonly needsParts: boolean | undefined
    }

/** Compares a solution with its bound until `isLate`, which is polled about ten times a second on a large auction. */
export function checkBound(
  { auction, solution, bound }: BoundCheck,
  isLate: () => boolean,
): BoundVerdict {
  const score = scoreSolution(auction, solution)
  // The bound within gas is lower or equal, and takes a hundred times as long.
  if (bound === undefined || !isFar(score, bound)) return { verdict: 'near' }
  const withinGas = boundWithinGas(auction, 1, isLate)
  if (withinGas === undefined || !isFar(score, withinGas)) return { verdict: 'near' }
  if (isLate()) return { verdict: 'late' }
  return {
    verdict: 'far',
    score,
    bound: withinGas,
    needsParts: needsParts(auction, withinGas, isLate),
  }
}

function isFar(score: bigint, bound: bigint): boolean {
  return score * 100n < bound * farPercent
}

function needsParts(auction: Auction, bound: bigint, isLate: () => boolean): boolean | undefined {
  if (auction.orders.length > maxRelaxedOrders) return undefined
  const orders = auction.orders.map((entry) => {
    return { ...entry, order: { ...entry.order, partiallyFillable: true } }
  })
  const reaches = (tried: Auction) => !isFar(solveBatch(tried, { isLate })?.score ?? 0n, bound)
  const needed = !reaches(auction) && reaches({ ...auction, orders })
  return isLate() ? undefined : needed
}
