import type { Address } from '@/lib/core/address'
import type { WeightedPool } from '@/lib/liquidity/pool'
import { type MultiTokenTrade, maxTokens, misplacement, touching } from './joint-trade'
import { maxStep } from './weighted-curve'

/** A weighted pool of several tokens: what it holds of each, in atoms, and their weights. */
export type WeightedFacts = {
  readonly kind: 'weighted'
  readonly balances: Float64Array
  readonly weights: Float64Array
  /** Part of an input that is left after the fee, and its logarithm with the opposite sign. */
  readonly kept: number
  readonly fee: number
}

/** The facts of some of a pool's tokens, in their order. */
export function weightedFacts(
  { tokens, swapFee }: WeightedPool,
  chosen: readonly Address[],
): WeightedFacts {
  const facts = chosen.map((wanted) => tokens.find(({ address }) => address === wanted))
  const kept = 1 - Number(swapFee) / 1e18
  return {
    kind: 'weighted',
    balances: Float64Array.from(facts, (token) => Number(token?.balance ?? 0n)),
    weights: Float64Array.from(facts, (token) => Number(token?.weight ?? 0n) / 1e18),
    kept,
    fee: -Math.log(kept),
  }
}

const turns = 60

const starts = new Float64Array(maxTokens)

/** The multiplier of the trade that was found last. */
let lastLevel = 0

/**
 * Finds the best trade at the square roots of prices, which `tokens` number.
 *
 * With V the values of what the pool holds, w the weights and x the logarithms by which balances change, the sum of
 * w x has to be zero at least. With a multiplier `m` on it each token is apart from the others: its balance falls to
 * the worth `m w` where it is worth more, and rises to it where it is worth less even before the fee. Whatever `m`, what
 * all that gains plus m times the sum of w x is at least what the best trade gains; at the best one the sum is zero.
 */
export function tradeWeighted(
  facts: WeightedFacts,
  { tokens, roots }: { readonly tokens: Int32Array; readonly roots: Float64Array },
  trade: MultiTokenTrade,
): void {
  const { balances, weights, fee, kept } = facts
  // The least and the most worth of a token's weight.
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
  trade.isIdle = max < (min / kept) * (1 - 2 * touching)
  trade.max = whole * misplacement
  lastLevel = max
  if (trade.isIdle) return
  for (let i = 0; i < tokens.length; i += 1) starts[i] = -Math.log(starts[i] as number)
  let [low, high] = [Math.log(min), Math.log(max) + fee]
  let at = (low + high) / 2
  for (let turn = 0; turn < turns; turn += 1) {
    const { sum, slope } = move(facts, trade, at)
    if (Math.abs(sum) < 1e-15) break
    if (sum > 0) high = at
    else low = at
    const next = at - sum / slope
    const isInside = slope > 0 && next > low && next < high
    if (isInside && next === at) break
    at = isInside ? next : (low + high) / 2
  }
  settle(facts, trade, at)
}

/** Sets `moves` to what they are at a logarithm of the multiplier; their weighted sum, and how it grows. */
function move({ weights, fee }: WeightedFacts, trade: MultiTokenTrade, at: number) {
  let [sum, slope] = [0, 0]
  trade.isFull = false
  for (let i = 0; i < weights.length; i += 1) {
    const way = at + (starts[i] as number)
    const isIn = way > fee
    const isFull = isIn && way - fee > maxStep
    trade.moves[i] = isFull ? maxStep : isIn ? way - fee : Math.min(0, way)
    trade.isOpen[i] = !isFull && (way <= touching || way >= fee - touching) ? 1 : 0
    if (isFull) trade.isFull = true
    sum += (weights[i] as number) * (trade.moves[i] as number)
    if (!isFull && (isIn || way < 0)) slope += weights[i] as number
  }
  return { sum, slope }
}

function settle(facts: WeightedFacts, trade: MultiTokenTrade, at: number): void {
  const { sum } = move(facts, trade, at)
  const level = Math.exp(at)
  lastLevel = level
  let [gain, traded, whole] = [level * sum, 0, 0]
  for (let i = 0; i < facts.weights.length; i += 1) {
    const change = Math.expm1(trade.moves[i] as number)
    const moved = -(trade.values[i] as number) * change
    const value = moved > 0 ? moved : moved / facts.kept
    trade.changes[i] = change
    gain += value
    traded += Math.abs(value)
    whole += trade.values[i] as number
  }
  trade.max = gain + traded * 1e-12 + Math.abs(level * sum) + whole * misplacement
  setPulls(facts, trade, level)
}

/** `level` is what a logarithm more of all balances is worth. */
function setPulls({ weights }: WeightedFacts, trade: MultiTokenTrade, level: number): void {
  const count = weights.length
  let open = 0
  for (let i = 0; i < count; i += 1) if (trade.isOpen[i]) open += weights[i] as number
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const product = (weights[i] as number) * (weights[j] as number)
      const isOpen = trade.isOpen[i] && trade.isOpen[j]
      trade.pulls[i * maxTokens + j] = isOpen ? (level * product) / open : 0
    }
  }
}

/** Sets `worths` of the trade that was found last. */
export function setWeightedWorths({ weights, kept }: WeightedFacts, trade: MultiTokenTrade): void {
  for (let i = 0; i < weights.length; i += 1) {
    const change = trade.isIdle ? 0 : (trade.changes[i] as number)
    const own = (lastLevel * (weights[i] as number)) / (trade.values[i] as number)
    const worth = change > 0 ? 1 / kept : change < 0 ? 1 : own
    trade.worths[i] = Math.min(Math.max(worth, 1), 1 / kept)
  }
}
