import { curveRate } from '@/lib/routing/graph/pool-curve'
import { type BatchDual, createBatchDual, evaluateBatch } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { minimiseBatch } from './minimise-batch'

/** How far around its limit an order's price runs, one after the other. */
const softnesses = [3e-2, 3e-3, 3e-4, 3e-5, 3e-6, 3e-7]

/** Newton steps for each of them. */
const maxIterations = 60

/** Part of the value at which a further step is not worth it. */
const tolerance = 1e-9

/** Rounds in which the prices of tokens that nobody orders are carried over pools. */
const rounds = 4

/** The least price of a token that nobody orders, so that logarithms are finite. */
const minPrice = 1e-200

/** Widens a floor by what a float rounds. */
const above = 1 + 4 * Number.EPSILON

/**
 * Prices below which a bound does not hold: surplus is paid in bought tokens, so these are worth what the score
 * counts at least; and so is every token where what a settlement keeps has to pay for its gas.
 */
function floorsOf({ values, worths, orders, cost }: BatchMarket): Float64Array {
  const floors = cost > 0 ? floorsAt(worths) : floorsAt(new Float64Array(values.length))
  const bought = floorsAt(values)
  for (const k of orders.buy) floors[k] = bought[k] as number
  return floors
}

/** What each token is worth where it is left over, for all of them. */
export function floorsAt(values: Float64Array): Float64Array {
  return values.map((value) => Math.max(minPrice, value * above))
}

/**
 * Solves the problem of an auction; `onPrices` is told each time that prices are found. See `docs/math/batch-dual.md`,
 * section 3.
 */
export function solveBatchDual(
  market: BatchMarket,
  onPrices: (dual: BatchDual) => void = () => {},
): BatchDual {
  const floors = floorsOf(market)
  const dual = createBatchDual(market, { floors, prices: startPrices(market, floors) })
  for (const softness of softnesses) {
    dual.softness = softness
    evaluateBatch(dual)
    minimiseBatch(dual, { tolerance: tolerance * Math.abs(dual.value), maxIterations })
    onPrices(dual)
  }
  return dual
}

/** The auction's own prices; for tokens without one, the best that the pools give of those that have. */
function startPrices({ values, pools }: BatchMarket, floors: Float64Array): Float64Array {
  const prices = values.slice()
  const { first, second, curves } = pools
  for (let round = 0; round < rounds; round += 1) {
    const known = prices.slice()
    for (const [i, curve] of curves.entries()) {
      const a = first[i] as number
      const b = second[i] as number
      const ofFirst = (known[b] as number) * curveRate(curve, 1)
      const ofSecond = (known[a] as number) * curveRate(curve, -1)
      if (known[a] === 0 && ofFirst > (prices[a] as number)) prices[a] = ofFirst
      if (known[b] === 0 && ofSecond > (prices[b] as number)) prices[b] = ofSecond
    }
  }
  return prices.map((price, k) => {
    const floor = floors[k] as number
    return Number.isFinite(price) && price > floor ? price : floor
  })
}
