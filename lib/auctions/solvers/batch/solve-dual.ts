import { createLaplacian, type Laplacian, solve } from '@/lib/routing/dual/laplacian'
import { curveRate } from '@/lib/routing/graph/pool-curve'
import { type BatchDual, createBatchDual, evaluateBatch } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { connectComponents, type PoolRates } from './connect-components'

/**
 * Successive smoothing widths around an order's limit, each a tenth of the last: a continuation, since Newton's method
 * converges from far only where the problem is smooth. The last is 0.003 bp of a price.
 */
const softnesses = [3e-2, 3e-3, 3e-4, 3e-5, 3e-6, 3e-7]

/** Newton steps for each width. Where they do not suffice, the bound is a little higher than it could be. */
const maxIterations = 60

/** Relative gain at which to stop: a hundred-thousandth of a basis point of the bound. */
const tolerance = 1e-9

/** Rounds in which prices propagate over pools to tokens without orders; these are the start only. */
const rounds = 4

/** Minimum price of a token without orders, so that logarithms are finite. */
const minPrice = 1e-200

/** Widens a floor by the float rounding error of its product: four units in the last place. */
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

/** A step lowers a price at most by this fraction, and raises it at most by this multiple; see `minimise-dual.ts`. */
const maxDecrease = 0.6
const maxIncrease = 1.5

/** Step lengths tried along one direction: two halvings, then quarters, down to 4e-9. */
const maxBacktracks = 16

/** Additional steps once the value no longer changes measurably; each has to halve the imbalance. */
const maxClearing = 4

/** Minimum fraction of the predicted gain that a step must achieve (Armijo; Nocedal & Wright, section 3.1). */
const armijoFraction = 1e-4

/** A price that has risen by more than this diverges: the demand cannot be met. Prices start near the market's. */
const maxGrowth = 1e9

type Aim = {
  /** A step with a smaller predicted gain, in native atoms, is the last. */
  readonly tolerance: number
  readonly maxIterations: number
}

/**
 * Minimises the dual value over prices at or above the floors, by damped Newton steps in `dual.prices` (Boyd &
 * Vandenberghe, section 9.5), with the floors as active set (Bertsekas: Projected Newton methods, 1982). Returns false
 * if it is unbounded, since the demand cannot be met.
 *
 * Prices at their floor that would fall further are held there as a single token: pools and orders between two held
 * tokens do not affect the step, and the rest is the router's graph Laplacian. See `docs/math/batch-dual.md`, section
 * 4.
 */
export function minimiseBatch(dual: BatchDual, { tolerance, maxIterations }: Aim): boolean {
  const { prices } = dual
  const system = createSystem(dual)
  const max = prices.map((price) => price * maxGrowth)
  const line: Line = { start: prices.slice(), direction: new Float64Array(prices.length), slope: 0 }
  evaluateBatch(dual)
  for (let steps = 0; steps < maxIterations; steps += 1) {
    lower(dual)
    aim(dual, system, line)
    const isLeast = !(-line.slope > tolerance)
    line.start.set(prices)
    if (isLeast || !search(dual, line)) return clear(dual, system, line)
    if (dual.value < 0) return false
    if (prices.some((price, k) => price > (max[k] as number))) return false
  }
  return true
}

type Line = { readonly start: Float64Array; readonly direction: Float64Array; slope: number }

type System = {
  readonly laplacian: Laplacian
  readonly first: Int32Array
  readonly second: Int32Array
  readonly weight: Float64Array
  readonly isHeld: Uint8Array
  readonly rates: PoolRates
}

/** One additional token represents all held ones. */
function createSystem({ market, weight: weights }: BatchDual): System {
  const { curves } = market.pools
  const [first, second] = [new Int32Array(weights.length), new Int32Array(weights.length)]
  const weight = new Float64Array(weights.length)
  const held = market.tokens.length
  return {
    laplacian: createLaplacian({ first, second, weight, held, tokenCount: held + 1 }),
    first,
    second,
    weight,
    isHeld: new Uint8Array(held),
    rates: {
      forward: Float64Array.from(curves, (curve) => curveRate(curve, 1)),
      backward: Float64Array.from(curves, (curve) => curveRate(curve, -1)),
    },
  }
}

/** Computes the direction of a Newton step. */
function aim(dual: BatchDual, system: System, line: Line): void {
  const { gradient, prices, floors } = dual
  const { weight, isHeld, rates, laplacian } = system
  const held = isHeld.length
  for (let k = 0; k < held; k += 1) {
    const isLow = (prices[k] as number) <= (floors[k] as number)
    isHeld[k] = isLow && (gradient[k] as number) >= 0 ? 1 : 0
  }
  if (!isHeld.includes(1)) isHeld[lowest(dual)] = 1
  weight.set(dual.weight)
  connectComponents(dual, { weight, held: isHeld, rates })
  placeEdges(dual, system)
  const solution = new Float64Array(held + 1)
  const right = new Float64Array(held + 1)
  right.set(gradient)
  solve(laplacian, { right, solution, accuracy: 1e-6 })
  let slope = 0
  for (let k = 0; k < held; k += 1) {
    const pull = gradient[k] as number
    const found = solution[k] as number
    // No demand at any price: the supply must become cheaper.
    const step = found === 0 && pull !== 0 ? -Math.sign(pull) * maxDecrease : -found
    line.direction[k] = isHeld[k] ? 0 : step
    slope += (line.direction[k] as number) * pull
  }
  line.slope = slope
}

/** The token nearest to its floor: if all are free, the others move relative to it. */
function lowest({ prices, floors }: BatchDual): number {
  let found = 0
  let min = Number.POSITIVE_INFINITY
  for (let k = 0; k < prices.length; k += 1) {
    const ratio = (prices[k] as number) / (floors[k] as number)
    if (ratio < min) {
      found = k
      min = ratio
    }
  }
  return found
}

/** Lowers all prices together as far as the floors allow: their value grows with them. */
function lower(dual: BatchDual): void {
  if (!(dual.value > 0)) return
  const k = lowest(dual)
  const factor = (dual.floors[k] as number) / (dual.prices[k] as number)
  // A smaller fall is not worth an evaluation.
  if (!(factor < 1 - 1e-9)) return
  for (let j = 0; j < dual.prices.length; j += 1) {
    dual.prices[j] = Math.max(dual.floors[j] as number, (dual.prices[j] as number) * factor)
  }
  evaluateBatch(dual)
}

/**
 * Takes full steps while they halve the imbalance, and returns true: near the minimum, the gain of a step is below
 * float precision, while deep pools may still absorb much of the leftovers.
 */
function clear(dual: BatchDual, system: System, line: Line): true {
  for (let steps = 0; steps < maxClearing; steps += 1) {
    const before = uncleared(dual, system)
    line.start.set(dual.prices)
    moveTo(dual, line, Math.min(1, longest(line.direction)))
    evaluateBatch(dual)
    if (!(uncleared(dual, system) <= before / 2)) {
      dual.prices.set(line.start)
      evaluateBatch(dual)
      return true
    }
    aim(dual, system, line)
  }
  return true
}

/** Value of all surpluses and deficits, except surpluses of tokens at their floor. */
function uncleared({ gradient }: BatchDual, { isHeld }: System): number {
  return gradient.reduce((sum, pull, k) => sum + (isHeld[k] && pull >= 0 ? 0 : Math.abs(pull)), 0)
}

/** The edges' ends, with one token in place of all held ones. */
function placeEdges({ market }: BatchDual, { first, second, isHeld }: System): void {
  const { pools, orders } = market
  const edges = pools.curves.length
  const place = (k: number) => (isHeld[k] ? isHeld.length : k)
  for (let i = 0; i < first.length; i += 1) {
    const isPool = i < edges
    first[i] = place((isPool ? pools.first[i] : orders.sell[i - edges]) as number)
    second[i] = place((isPool ? pools.second[i] : orders.buy[i - edges]) as number)
  }
}

/** Line search above the floors, until the value has decreased enough; returns false if it does not. */
function search(dual: BatchDual, line: Line): boolean {
  const before = dual.value
  let length = Math.min(1, longest(line.direction))
  for (let tries = 0; tries < maxBacktracks; tries += 1) {
    const promised = moveTo(dual, line, length)
    evaluateBatch(dual)
    if (dual.value < before && dual.value <= before + armijoFraction * promised) return true
    length *= tries < 2 ? 0.5 : 0.25
  }
  dual.prices.set(line.start)
  evaluateBatch(dual)
  return false
}

function longest(direction: Float64Array): number {
  let length = Number.POSITIVE_INFINITY
  for (const step of direction) {
    if (step < 0) length = Math.min(length, maxDecrease / -step)
    else if (step > 0) length = Math.min(length, maxIncrease / step)
  }
  return length
}

/** The predicted gain of the step. */
function moveTo({ prices, floors }: BatchDual, line: Line, length: number): number {
  for (let k = 0; k < prices.length; k += 1) {
    const wanted = (line.start[k] as number) * (1 + length * (line.direction[k] as number))
    prices[k] = Math.max(floors[k] as number, wanted)
  }
  return line.slope * length
}
