import { certifiedGains, rounding } from '@/lib/routing/certify'
import type { Auction } from './auction'
import type { BatchDual } from './batch/batch-dual'
import { type BatchMarket, buildMarket, withoutCosts } from './batch/batch-market'
import { solveBatchDual } from './batch/solve-dual'

/**
 * Native atoms that no settlement of the auction can score more than, nor all its winners together; undefined
 * when there is none below 2^255.
 *
 * Why it holds: take any prices `v` of tokens at which each token that is bought is worth what the score counts for
 * it at least. In a valid solution no token of the settlement contract becomes less, so adding what is left of
 * each, valued at `v`, to the score only makes it more. That sum falls apart into one part for each order and each
 * pool, which know nothing of each other. A pool's part is what it gains by its trade, at most by its best one. An
 * order that executes the part f of its amount, sells x for y >= l x and counts `p (y - l x)`, and `p <= v`, so its
 * part is greatest at its limit (for a buy order with a signed fee also where it pays nothing else) and whole:
 * `max(0, v_sell gives - v_buy asks)`. Where a settlement has to keep the cost of its gas, which is a sum over
 * orders and pools too, and all prices are at least those that this is valued by, each part must gain its own cost.
 * Each float is widened by what its rounding can hide, and the result is rounded up.
 *
 * It is least, and here nearly the score of the best settlement, at the prices that {@link solveBatchDual} finds.
 * What it leaves out: that orders may be all or nothing, that one price holds for all, how much gas a block has.
 */
export function boundAuction(auction: Auction): bigint | undefined {
  const market = buildMarket(auction)
  const free = boundMarket(withoutCosts(market))
  // To count costs all prices have to be high enough, which may lose more than it gains.
  const least = market.cost > 0 ? Math.min(free, boundMarket(market)) : free
  // Made-up tokens have made-up prices: a score above this does not count either.
  return least < mostScore ? BigInt(Math.ceil(least)) : undefined
}

const mostScore = 2 ** 255

function boundMarket(market: BatchMarket): number {
  let least = Number.POSITIVE_INFINITY
  solveBatchDual(market, (dual) => {
    const bound = boundAt(dual)
    if (bound < least) least = bound
  })
  return least
}

/** The bound at the prices where the problem was just evaluated; NaN or infinite when there is none. */
function boundAt(dual: BatchDual): number {
  const { pools, cost } = dual.market
  const total = certifiedGains({ ...dual, graph: pools }) + certifiedOrders(dual)
  return Math.max(0, total * (1 + rounding) - cost * (1 - rounding))
}

function certifiedOrders({ market, prices }: BatchDual): number {
  const { sell, buy, gives, asks, fees, costs } = market.orders
  let total = 0
  for (let i = 0; i < sell.length; i += 1) {
    const sellPrice = prices[sell[i] as number] as number
    const buyPrice = prices[buy[i] as number] as number
    const given = sellPrice * (gives[i] as number) * (1 + rounding)
    const atLimit = given - buyPrice * (asks[i] as number) * (1 - rounding)
    const feeOnly =
      sellPrice * (fees[i] as number) * (1 + rounding) -
      Math.max(0, buyPrice - (market.values[buy[i] as number] as number) * (1 + rounding)) *
        (asks[i] as number) *
        (1 - rounding)
    const gain = Math.max(atLimit, fees[i] ? feeOnly : 0) - (costs[i] as number) * (1 - rounding)
    if (gain > 0) total += gain
  }
  return total
}
