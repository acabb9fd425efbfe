import type { Address } from '@/lib/core/address'
import type { WeightedPool } from '@/lib/liquidity/pool'
import {
  floatError,
  type JointSwaps,
  type MultiTokenTrade,
  maxTokens,
  misplacement,
  nextPlace,
  tolerance,
} from './joint-trade'
import { maxStep } from './weighted-curve'

/** A multi-token weighted pool: its balances, in atoms, and their weights. */
export type WeightedFacts = {
  readonly kind: 'weighted'
  readonly balances: Float64Array
  readonly weights: Float64Array
  /** Fraction of an input left after the fee, and its negative logarithm. */
  readonly kept: number
  readonly fee: number
}

/** Returns the facts of some of a pool's tokens, in their order. */
export function weightedFacts(
  { tokens, swapFee }: WeightedPool,
  chosen: readonly Address[],
): WeightedFacts {
  const facts = chosen.map((token) => tokens.find(({ address }) => address === token))
  const kept = 1 - Number(swapFee) / 1e18
  return {
    kind: 'weighted',
    balances: Float64Array.from(facts, (token) => Number(token?.balance ?? 0n)),
    weights: Float64Array.from(facts, (token) => Number(token?.weight ?? 0n) / 1e18),
    kept,
    fee: -Math.log(kept),
  }
}

/** Maximum Newton steps; bisection alone halves the bracket to the precision of a float. */
const maxIterations = 60

/** Sum of weighted logarithms that counts as zero: some units of a float's rounding. */
const balanced = 1e-15

const starts = new Float64Array(maxTokens)

/** The multiplier of the last trade. */
let lastMultiplier = 0

/**
 * Finds the best trade at the square roots of prices, indexed by `tokens`.
 *
 * Lagrangian duality: with V the values of the balances, w the weights and x the logarithms by which balances change,
 * the sum of w x has to be at least zero. A multiplier `m` on it separates the tokens: a balance falls to the value `m
 * w` if it is worth more, and rises to it if it is worth less even before the fee. At any `m` the gain plus m times the
 * sum of w x is at least the best gain; at the optimum the sum is zero. (Boyd & Vandenberghe, section 5.2; the sum is
 * piecewise linear in the logarithm of `m`, so Newton's method ends after a few steps.)
 */
export function solveWeightedPool(
  facts: WeightedFacts,
  { tokens, roots }: { readonly tokens: Int32Array; readonly roots: Float64Array },
  trade: MultiTokenTrade,
): void {
  const { balances, weights, fee, kept } = facts
  // Minimum and maximum value per weight.
  let [min, max, whole] = [Number.POSITIVE_INFINITY, 0, 0]
  for (let i = 0; i < tokens.length; i += 1) {
    const root = roots[tokens[i] as number] as number
    const value = root * root * (balances[i] as number)
    const worth = value / (weights[i] as number)
    trade.values[i] = value
    starts[i] = worth
    if (worth < min) min = worth
    if (worth > max) max = worth
    whole += value
  }
  trade.count = tokens.length
  trade.isFull = false
  trade.isIdle = max < (min / kept) * (1 - 2 * tolerance)
  trade.max = whole * misplacement
  lastMultiplier = max
  if (trade.isIdle) return
  for (let i = 0; i < tokens.length; i += 1) starts[i] = -Math.log(starts[i] as number)
  let [low, high] = [Math.log(min), Math.log(max) + fee]
  let at = (low + high) / 2
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const { sum, slope } = move(facts, trade, at)
    if (Math.abs(sum) < balanced) break
    if (sum > 0) high = at
    else low = at
    const next = at - sum / slope
    const isInside = slope > 0 && next > low && next < high
    if (isInside && next === at) break
    at = isInside ? next : (low + high) / 2
  }
  setMaxGain(facts, trade, at)
}

/** Sets `logChanges` at a logarithm of the multiplier. Returns their weighted sum, and its slope. */
function move({ weights, fee }: WeightedFacts, trade: MultiTokenTrade, at: number) {
  let [sum, slope] = [0, 0]
  trade.isFull = false
  for (let i = 0; i < weights.length; i += 1) {
    const shift = at + (starts[i] as number)
    const isIn = shift > fee
    const isFull = isIn && shift - fee > maxStep
    trade.logChanges[i] = isFull ? maxStep : isIn ? shift - fee : Math.min(0, shift)
    trade.isOpen[i] = !isFull && (shift <= tolerance || shift >= fee - tolerance) ? 1 : 0
    if (isFull) trade.isFull = true
    sum += (weights[i] as number) * (trade.logChanges[i] as number)
    if (!isFull && (isIn || shift < 0)) slope += weights[i] as number
  }
  return { sum, slope }
}

function setMaxGain(facts: WeightedFacts, trade: MultiTokenTrade, at: number): void {
  const { sum } = move(facts, trade, at)
  const level = Math.exp(at)
  lastMultiplier = level
  let [gain, traded, whole] = [level * sum, 0, 0]
  for (let i = 0; i < facts.weights.length; i += 1) {
    const change = Math.expm1(trade.logChanges[i] as number)
    const moved = -(trade.values[i] as number) * change
    const value = moved > 0 ? moved : moved / facts.kept
    trade.changes[i] = change
    gain += value
    traded += Math.abs(value)
    whole += trade.values[i] as number
  }
  trade.max = gain + traded * floatError + Math.abs(level * sum) + whole * misplacement
  setCouplings(facts, trade, level)
}

/**
 * Sets minus the mixed second derivatives of the gain in the log prices: `level w_i w_j / W`, with W the weights of the
 * open tokens, since the multiplier moves by their weighted mean. `level` is the value of a unit logarithmic increase of
 * all balances.
 */
function setCouplings({ weights }: WeightedFacts, trade: MultiTokenTrade, level: number): void {
  const count = weights.length
  let open = 0
  for (let i = 0; i < count; i += 1) if (trade.isOpen[i]) open += weights[i] as number
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const product = (weights[i] as number) * (weights[j] as number)
      const isOpen = trade.isOpen[i] && trade.isOpen[j]
      trade.couplings[i * maxTokens + j] = isOpen ? (level * product) / open : 0
    }
  }
}

/** Sets `marginals` of the trade that was found last. */
export function setWeightedMarginals(
  { weights, kept }: WeightedFacts,
  trade: MultiTokenTrade,
): void {
  for (let i = 0; i < weights.length; i += 1) {
    const change = trade.isIdle ? 0 : (trade.changes[i] as number)
    const own = (lastMultiplier * (weights[i] as number)) / (trade.values[i] as number)
    const worth = change > 0 ? 1 / kept : change < 0 ? 1 : own
    trade.marginals[i] = Math.min(Math.max(worth, 1), 1 / kept)
  }
}

/** Part of the constraint that each token has used up: weight times logarithm. */
const used = new Float64Array(maxTokens)

/** Decomposes a trade with all tokens into sequential swaps of two tokens, each of which keeps the weighted product. */
export function cutWeighted(
  { weights }: WeightedFacts,
  trade: MultiTokenTrade,
  swaps: JointSwaps,
): void {
  const { count } = trade
  for (let i = 0; i < count; i += 1) used[i] = 0
  let swap = 0
  let [taken, paid] = [nextPlace(trade, -1, 1), nextPlace(trade, -1, -1)]
  while (taken < count && paid < count) {
    const [ofTaken, ofPaid] = [leftOf(weights, trade, taken), leftOf(weights, trade, paid)]
    const part = Math.min(ofTaken, ofPaid)
    const [weightIn, weightOut] = [weights[taken] as number, weights[paid] as number]
    const [risen, fallen] = [(used[taken] as number) / weightIn, (used[paid] as number) / weightOut]
    swaps.taken[swap] = taken
    swaps.paid[swap] = paid
    swaps.partIn[swap] = Math.exp(risen) * Math.expm1(part / weightIn)
    swaps.partOut[swap] = -Math.exp(-fallen) * Math.expm1(-part / weightOut)
    swap += 1
    used[taken] = (used[taken] as number) + part
    used[paid] = (used[paid] as number) + part
    if (ofTaken <= ofPaid) taken = nextPlace(trade, taken, 1)
    else paid = nextPlace(trade, paid, -1)
  }
  swaps.count = swap
}

function leftOf(weights: Float64Array, { logChanges }: MultiTokenTrade, place: number): number {
  return (
    (weights[place] as number) * Math.abs(logChanges[place] as number) - (used[place] as number)
  )
}
