import { curveRate } from '@/lib/routing/graph/pool-curve'
import { type BatchDual, createBatchDual, evaluateBatch } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { minimiseBatch } from './minimise-batch'

/** Successive smoothing widths around an order's limit. */
const softnesses = [3e-2, 3e-3, 3e-4, 3e-5, 3e-6, 3e-7]

/** Newton steps for each width. */
const maxIterations = 60

/** Relative gain at which to stop. */
const tolerance = 1e-9

/** Rounds in which prices propagate over pools to tokens without orders. */
const rounds = 4

/** Minimum price of a token without orders, so that logarithms are finite. */
const minPrice = 1e-200

/** Widens a floor by the float rounding error. */
const above = 1 + 4 * Number.EPSILON

/**
 * Price floors below which a bound is invalid: surplus is paid in bought tokens, so these are worth at least what the
 * score counts; and so is every token if a settlement's profit must pay for its gas.
 */
function floorsOf({ values, worths, orders, cost }: BatchMarket): Float64Array {
  const floors = cost > 0 ? floorsAt(worths) : floorsAt(new Float64Array(values.length))
  const bought = floorsAt(values)
  for (const k of orders.buy) floors[k] = bought[k] as number
  return floors
}

/** The value of each leftover token, for all tokens. */
export function floorsAt(values: Float64Array): Float64Array {
  return values.map((value) => Math.max(minPrice, value * above))
}

/**
 * Solves an auction's dual problem; calls `onPrices` each time prices are found. See `docs/math/batch-dual.md`, section
 * 3.
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

/** The auction's prices; for unpriced tokens, the best that pools pay in priced ones. */
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
