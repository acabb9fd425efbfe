import type { Address } from '@/lib/core/address'
import { stableUnits } from '@/lib/liquidity/math/vault-swap'
import type { StablePool } from '@/lib/liquidity/pool'
import { keptInSequence } from '@/lib/liquidity/sequential-swaps'
import {
  floatError,
  type JointSwaps,
  type MultiTokenTrade,
  maxTokens,
  misplacement,
  nextPlace,
  tolerance,
} from './joint-trade'
import { invariantOf, outFor } from './stable-curve'

/**
 * A multi-token stable pool, in units of the invariant D: its balances x keep `a S - k`, where `a` is the
 * amplification times the number of all its tokens, S the sum of the balances, and `k` the inverse of their product,
 * times a constant. Tokens that are not chosen keep their balances.
 */
export type StableFacts = {
  readonly kind: 'stable'
  readonly balances: Float64Array
  /** Units of D per atom. */
  readonly units: Float64Array
  /** Maximum atoms that the pool's integers pay beyond the curve. */
  readonly beyond: Float64Array
  readonly a: number
  /** `k` at the initial balances. */
  readonly k: number
  /** Fraction of an input left after the fee. */
  readonly kept: number
  /** The same for what sequential swaps pay together. */
  readonly keptInSequence: number
  /** Gradient of the curve per balance at the initial balances, in multiples of `D`. */
  readonly slopes: Float64Array
}

/** Returns the facts of some of a pool's tokens, in their order; undefined if swaps revert. */
export function stableFacts(pool: StablePool, chosen: readonly Address[]): StableFacts | undefined {
  const places = chosen.map((token) => pool.tokens.findIndex(({ address }) => address === token))
  const found = stableUnits(pool, places)
  if (!found || places.includes(-1)) return undefined
  const all = found.balances.map(Number)
  const count = all.length
  const a = (Number(pool.amplification) / 1000) * count
  const invariant = invariantOf(all, a)
  const balances = Float64Array.from(places, (place) => (all[place] as number) / invariant)
  const k = all.reduce((rest, balance) => rest / ((count * balance) / invariant), 1)
  const units = Float64Array.from(
    places,
    (place) => Number(pool.tokens[place]?.scaling ?? 0n) / 1e18 / invariant,
  )
  return {
    kind: 'stable',
    balances,
    units,
    beyond: Float64Array.from(found.beyond, (beyond, i) => {
      return Number(beyond) / invariant / (units[i] as number)
    }),
    a,
    k,
    kept: 1 - Number(pool.swapFee) / 1e18,
    keptInSequence: Number(keptInSequence(pool)) / 1e24,
    slopes: balances.map((balance) => a + k / balance),
  }
}

/** Maximum Newton steps. Quadratic convergence needs few; the gain is bounded from above wherever it ends. */
const maxIterations = 80

/** Maximum halvings of a step: below 1e-9 of it floats show no decrease. */
const maxHalvings = 30

/** Fraction of the predicted decrease that a step must achieve (Armijo; Nocedal & Wright, section 3.1). */
const armijoFraction = 1e-4

/** Fraction of the way to a multiplier's limit that a step may go, so that logarithms stay finite. */
const reach = 0.9

/**
 * If the decrease is at most this fraction of the smaller multiplier, one more step is the last: its quadratic
 * convergence reaches the precision of floats.
 */
const finalStepGain = 1e-14

/** Change of a token that nearly drains the pool of it: floats must still resolve the remainder. */
const minChange = -1 + 1e-12

/** The multipliers, and the sums over all tokens at them. */
const state = { y: 0, z: 0, moved: 0, logs: 0, sum: 0, squares: 0, open: 0, max: 0 }

/** Price of one D of each token when it enters the pool, and when it leaves. */
const pricesIn = new Float64Array(maxTokens)
const pricesOut = new Float64Array(maxTokens)

/**
 * Finds the best trade at the square roots of prices, indexed by `tokens`; `kept` is the fraction of an input after the
 * fee.
 *
 * Lagrangian duality: with balances x (1 + d), a multiplier `y / a` on the sum of balances and `z` on the sum of their
 * logarithms separate the tokens. Each balance moves to `z / (p - y)`, where p is its price as it enters or leaves. At
 * any y and z the gain plus the violation of both constraints, valued at the multipliers, is at least the best gain,
 * and convex in both; at the optimum nothing is violated. Derived in `docs/math/stable-pools.md`, section 4; Boyd &
 * Vandenberghe, section 5.2.
 */
export function solveStablePool(
  facts: StableFacts,
  given: { readonly tokens: Int32Array; readonly roots: Float64Array; readonly kept: number },
  trade: MultiTokenTrade,
): void {
  const { low, high, ceiling } = setPrices(facts, given, trade)
  const { a, k } = facts
  state.y = a * high
  state.z = k * high
  trade.isIdle = low < high * (1 - tolerance)
  if (trade.isIdle) return
  if (low <= high) {
    setIdle(facts, trade)
    setCouplings(facts, trade)
    return
  }
  // Above the ceiling the input of one token would be unbounded.
  state.y = Math.min(a * Math.sqrt(low * high), (a * high + ceiling) / 2)
  state.z = (k * state.y) / a
  measure(facts, trade)
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    if (!step(facts, trade, ceiling)) break
  }
  setMaxGain(facts, trade)
  setCouplings(facts, trade)
}

/** Sets the prices. Returns the levels of the curve's gradient between which nothing trades, and the ceiling of `y`. */
function setPrices(
  { balances, units, slopes }: StableFacts,
  { tokens, roots, kept }: { tokens: Int32Array; roots: Float64Array; kept: number },
  trade: MultiTokenTrade,
) {
  let [low, high, ceiling] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let whole = 0
  for (let i = 0; i < tokens.length; i += 1) {
    const root = roots[tokens[i] as number] as number
    const price = (root * root) / (units[i] as number)
    pricesOut[i] = price
    pricesIn[i] = price / kept
    trade.values[i] = price * (balances[i] as number)
    whole += trade.values[i] as number
    low = Math.max(low, price / (slopes[i] as number))
    high = Math.min(high, price / kept / (slopes[i] as number))
    ceiling = Math.min(ceiling, price / kept)
  }
  trade.count = tokens.length
  trade.isFull = false
  trade.max = whole * misplacement
  return { low, high, ceiling }
}

/** Leaves all balances unchanged. */
function setIdle({ balances, slopes, a }: StableFacts, trade: MultiTokenTrade): void {
  const level = state.y / a
  for (let i = 0; i < balances.length; i += 1) {
    const worth = level * (slopes[i] as number)
    const isOut = worth <= (pricesOut[i] as number) * (1 + tolerance)
    const isIn = worth >= (pricesIn[i] as number) * (1 - tolerance)
    trade.isOpen[i] = isOut || isIn ? 1 : 0
    trade.changes[i] = 0
  }
}

/** Sets all balances at the multipliers, and evaluates the dual. */
function measure({ balances, a, k }: StableFacts, trade: MultiTokenTrade): void {
  const { y, z } = state
  let [gain, moved, logs, sum, squares, open] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < balances.length; i += 1) {
    const balance = balances[i] as number
    const own = z / balance + y
    const [comingIn, goingOut] = [pricesIn[i] as number, pricesOut[i] as number]
    const price = own > comingIn ? comingIn : own < goingOut ? goingOut : 0
    trade.isOpen[i] = price > 0 ? 1 : 0
    const change = price > 0 ? (own - price) / (price - y) : 0
    trade.changes[i] = Math.max(change, minChange)
    if (price === 0) continue
    const after = afterOf(balance, change, price)
    gain -= price * balance * change
    moved += balance * change
    logs += change < -0.5 ? Math.log(after / balance) : Math.log1p(change)
    sum += after
    squares += after * after
    open += 1
  }
  // The slack of the product, relative; by a series near zero, where its terms cancel.
  const part = (z * a) / (y * k) - 1
  const series = Math.abs(part) < 1e-3 ? part * part * (0.5 - part * (1 / 6 - part / 12)) : 0
  const slack = series || (1 + part) * Math.log1p(part) - part
  state.moved = moved
  state.logs = logs
  state.sum = sum
  state.squares = squares
  state.open = open
  state.max = gain + y * moved + z * logs + ((y * k) / a) * slack
}

/**
 * Takes one damped Newton step towards multipliers without a violation (Boyd & Vandenberghe, 9.5); false after the
 * last.
 */
function step(facts: StableFacts, trade: MultiTokenTrade, ceiling: number): boolean {
  const { a, k } = facts
  const { y, z, moved, logs, sum, squares, open, max } = state
  const ofY = z / y - k / a - moved
  const ofZ = -logs - Math.log((z * a) / (y * k))
  const [beta, gamma, count] = [sum - z / y, squares + (z / y) * (z / y), open + 1]
  const determinant = count * gamma - beta * beta
  const stepY = (z * (count * ofY - beta * ofZ)) / determinant
  const stepZ = (z * (gamma * ofZ - beta * ofY)) / determinant
  const slope = ofY * stepY + ofZ * stepZ
  if (!(slope > 0)) return false
  let length = Math.min(1, -reach / Math.min(stepY / y, stepZ / z, -reach))
  if (stepY > 0) length = Math.min(length, (reach * (ceiling - y)) / stepY)
  const isLast = slope <= finalStepGain * z && length === 1
  for (let halving = 0; halving < maxHalvings; halving += 1) {
    state.y = y + length * stepY
    state.z = z + length * stepZ
    measure(facts, trade)
    if (isLast) return false
    if (state.max <= max - armijoFraction * length * slope) return true
    length /= 2
  }
  return false
}

/** Square of the relative error of a balance, some thirty units of 2^-53: the gain is flat at the best trade. */
const hiddenError = 1e-29

/**
 * Adds the float errors to the gain; it is at most the value of the pool. See
 * `docs/math/stable-pools.md`, section 5.
 */
function setMaxGain({ balances, kept }: StableFacts, trade: MultiTokenTrade): void {
  const { y, z } = state
  let [traded, hidden, whole] = [0, 0, 0]
  for (let i = 0; i < balances.length; i += 1) {
    const change = trade.changes[i] as number
    const price = change > 0 ? (pricesIn[i] as number) : (pricesOut[i] as number)
    traded += Math.abs((trade.values[i] as number) * change)
    whole += trade.values[i] as number
    if (change !== 0) hidden += z * (price / (price - y)) ** 2
  }
  const max = state.max + (traded / kept) * floatError + hidden * hiddenError
  trade.max = max >= 0 && max < whole ? max : whole * (1 + floatError)
}

/**
 * Sets minus the mixed second derivatives of the gain, for each two open tokens: (5) of `docs/math/stable-pools.md`.
 */
function setCouplings({ balances }: StableFacts, trade: MultiTokenTrade): void {
  const { y, z } = state
  const ratio = z / y
  let [sum, squares, open] = [-ratio, ratio * ratio, 1]
  for (let i = 0; i < balances.length; i += 1) {
    if (!trade.isOpen[i]) continue
    const after = balanceAfter(balances, trade, i)
    sum += after
    squares += after * after
    open += 1
  }
  const whole = z * (open * squares - sum * sum)
  for (let i = 0; i < balances.length; i += 1) {
    for (let j = i + 1; j < balances.length; j += 1) {
      const isOpen = trade.isOpen[i] && trade.isOpen[j]
      const [one, other] = [balanceAfter(balances, trade, i), balanceAfter(balances, trade, j)]
      const bend = squares - sum * (one + other) + open * one * other
      // The marginal value of an open token is y + z / balance.
      const worth = (y * one + z) * (y * other + z)
      trade.couplings[i * maxTokens + j] = isOpen ? (worth * bend) / whole : 0
    }
  }
}

function balanceAfter(balances: Float64Array, { changes }: MultiTokenTrade, place: number): number {
  const change = changes[place] as number
  return afterOf(balances[place] as number, change, pricesOut[place] as number)
}

/** Returns a balance after its change at a price; the change does not resolve the rest of a nearly drained one. */
function afterOf(balance: number, change: number, price: number): number {
  return change < -0.5 ? state.z / (price - state.y) : balance * (1 + change)
}

/** Sets `marginals` of the trade that was found last. */
export function setStableMarginals({ balances }: StableFacts, trade: MultiTokenTrade): void {
  for (let i = 0; i < balances.length; i += 1) {
    const [priceOut, priceIn] = [pricesOut[i] as number, pricesIn[i] as number]
    const change = trade.isIdle ? 0 : (trade.changes[i] as number)
    const own = state.z / (balances[i] as number) + state.y
    const worth = change > 0 ? priceIn : change < 0 ? priceOut : own
    trade.marginals[i] = Math.min(Math.max(worth, priceOut), priceIn) / priceOut
  }
}

/** Balances after the swaps so far. */
const now = new Float64Array(maxTokens)

/** Two balances and the constants of their curve; see `StableCurve`. */
const pairCurve = { a: 0, b: 0, c: 0, x: 0, y: 0 }

/**
 * Decomposes a trade with all tokens into sequential swaps of two tokens, each along (2) of
 * `docs/math/stable-pools.md`.
 */
export function cutStable(facts: StableFacts, trade: MultiTokenTrade, swaps: JointSwaps): void {
  const { balances } = facts
  const { count } = trade
  for (let i = 0; i < count; i += 1) now[i] = balances[i] as number
  let swap = 0
  let [taken, paid] = [nextPlace(trade, -1, 1), nextPlace(trade, -1, -1)]
  while (taken < count && paid < count) {
    const [more, less] = [leftOf(facts, trade, taken), -leftOf(facts, trade, paid)]
    setPair(facts, taken, paid)
    const out = outFor(pairCurve, more)
    const isTaken = out <= less
    const partIn = isTaken ? more : inFor(less)
    const partOut = isTaken ? out : less
    swaps.taken[swap] = taken
    swaps.paid[swap] = paid
    swaps.partIn[swap] = partIn / (balances[taken] as number)
    swaps.partOut[swap] = partOut / (balances[paid] as number)
    swap += 1
    now[taken] = (now[taken] as number) + partIn
    now[paid] = (now[paid] as number) - partOut
    if (isTaken) taken = nextPlace(trade, taken, 1)
    else paid = nextPlace(trade, paid, -1)
  }
  swaps.count = swap
}

/** Returns the input for an output: the curve is symmetric. */
function inFor(amount: number): number {
  const { x, y } = pairCurve
  pairCurve.x = y
  pairCurve.y = x
  return -outFor(pairCurve, -amount)
}

function leftOf({ balances }: StableFacts, { changes }: MultiTokenTrade, place: number): number {
  const balance = balances[place] as number
  return balance * (changes[place] as number) - ((now[place] as number) - balance)
}

/** Sets the curve of two tokens at the current balances of the others: `a (x + y) + b - c / (x y)` is kept. */
function setPair({ a, k, balances }: StableFacts, taken: number, paid: number): void {
  const [x, y] = [now[taken] as number, now[paid] as number]
  let c = k
  for (let i = 0; i < balances.length; i += 1) {
    c *=
      i === taken || i === paid
        ? (balances[i] as number)
        : (balances[i] as number) / (now[i] as number)
  }
  pairCurve.x = x
  pairCurve.y = y
  pairCurve.a = a
  pairCurve.c = c
  pairCurve.b = c / (x * y) - a * (x + y)
}
