import type { Auction } from '@/lib/auctions/model/auction'
import { furtherTradeGas } from '@/lib/auctions/model/solution'
import { maxGas } from '@/lib/auctions/selection/validate-solution'
import { createBatchDual, evaluateBatch } from '@/lib/auctions/solvers/batch/batch-dual'
import {
  askForCosts,
  type BatchMarket,
  buildMarket,
} from '@/lib/auctions/solvers/batch/batch-market'
import { pickEdges } from '@/lib/auctions/solvers/batch/cover-imbalance'
import { solveBatchDual } from '@/lib/auctions/solvers/batch/solve-dual'
import { settlementGas } from '@/lib/quotes/quote'
import { rounding } from '@/lib/routing/dual/dual-bound'
import { boundAuction, boundOf, certifiedOrders } from './auction-bound'

/** Gas prices to try, as powers of ten; at 1 all available gas costs as much as the whole bound. */
const span = { min: -2.5, max: 0.5 }
const narrowings = 8
const golden = (Math.sqrt(5) - 1) / 2

/** Rounds of removing pools that do not cover their gas. */
const thinnings = 2

/**
 * Returns an upper bound in native atoms on the total score of settlements that use at most the gas of this many
 * transactions; undefined if {@link boundAuction} has none.
 *
 * Proof (Lagrangian relaxation): give gas a price. Each order and pool uses its own gas, so a score above the sum of
 * their gains net of gas, plus the value of all available gas, would use more gas than there is. The sum is a bound at
 * any gas price, and minimal where gas is scarce but not too expensive. In addition to the relaxations of the auction's
 * bound, a partial fill is charged all its gas and the use of a pool is not binary. See `docs/math/batch-dual.md`,
 * section 6. Once `isLate`, returns the lowest bound found so far.
 */
export function boundWithinGas(
  auction: Auction,
  transactions: number,
  isLate: () => boolean = () => false,
): bigint | undefined {
  const whole = boundAuction(auction)
  if (whole === undefined || whole === 0n) return whole
  const gas = Number(maxGas - settlementGas + furtherTradeGas) * transactions
  const boundAt = (power: number) => {
    const gasPrice = BigInt(Math.round((Number(whole) / gas) * 10 ** power))
    const bound = boundPriced(auction, gasPrice, isLate) + Number(gasPrice) * gas * (1 + rounding)
    return Number.isNaN(bound) ? Number.POSITIVE_INFINITY : bound
  }
  const min = Math.min(Number(whole), minBetween(span, boundAt))
  const bound = BigInt(Math.ceil(min))
  return bound < whole ? bound : whole
}

/** Returns the maximum gain of settlements net of gas at this price, in native atoms. */
function boundPriced(auction: Auction, gasPrice: bigint, isLate: () => boolean): number {
  const priced = buildMarket({ ...auction, gasPrice, costCoverBps: 10_000n })
  // Nobody has to cover this price, so tokens may be worth less than what pays for gas.
  const market = { ...priced, cost: 0 }
  let open = askForCosts(market)
  let min = Number.POSITIVE_INFINITY
  for (let turn = 0; turn <= thinnings && !isLate(); turn += 1) {
    const { prices, floors, direction, valueIn, valueOut } = solveBatchDual(open)
    min = Math.min(min, boundAtPrices(market, { prices, floors }))
    const kept = [...direction.keys()].filter((i) => {
      const gain = (valueOut[i] as number) - (valueIn[i] as number)
      return direction[i] !== 0 && gain > (open.pools.costs[i] as number)
    })
    open = pickEdges(open, kept)
  }
  return min
}

type Prices = { readonly prices: Float64Array; readonly floors: Float64Array }

function boundAtPrices(market: BatchMarket, prices: Prices): number {
  const dual = createBatchDual(market, prices)
  evaluateBatch(dual)
  return boundOf(dual, certifiedOrders(dual), 0)
}

/** Minimises a unimodal function. */
function minBetween({ min, max }: typeof span, valueAt: (place: number) => number): number {
  let [low, high] = [min, max]
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)]
  let [atLeft, atRight] = [valueAt(left), valueAt(right)]
  let found = Math.min(atLeft, atRight)
  for (let turn = 0; turn < narrowings; turn += 1) {
    if (atLeft < atRight) {
      ;[high, right, atRight] = [right, left, atLeft]
      left = high - golden * (high - low)
      atLeft = valueAt(left)
    } else {
      ;[low, left, atLeft] = [left, right, atRight]
      right = low + golden * (high - low)
      atRight = valueAt(right)
    }
    found = Math.min(found, atLeft, atRight)
  }
  return found
}
