import type { WeightedPool } from '@/lib/liquidity/pool'
import { type Arbitrage, reservedPart, threshold } from './best-trade'

/**
 * Two tokens of a weighted pool in floats. The product of all balances to the power of their weights is constant
 * (Martinelli & Mushegian: Balancer whitepaper, 2019).
 */
export type WeightedCurve = {
  readonly kind: 'weighted'
  readonly firstBalance: number
  readonly secondBalance: number
  /** The first weight over the second. */
  readonly exponent: number
  readonly kept: number
}

/** Maximum input or output, as a fraction of the token's balance (Balancer V2). */
const maxShare = 0.3

/** The largest step, as a logarithm. It alone limits the output, since routes state inputs. */
export const maxStep = Math.log1p(maxShare * (1 - reservedPart))

/** Returns the curve of two tokens of a pool by their positions; undefined if they do not trade. */
export function weightedCurve(
  { tokens, swapFee }: WeightedPool,
  [i, j]: readonly [number, number],
): WeightedCurve | undefined {
  const [first, second] = [tokens[i], tokens[j]]
  const kept = 1 - Number(swapFee) / 1e18
  if (!first || !second || first.balance <= 0n || second.balance <= 0n || !(kept > 0))
    return undefined
  return {
    kind: 'weighted',
    firstBalance: Number(first.balance),
    secondBalance: Number(second.balance),
    exponent: Number(first.weight) / Number(second.weight),
    kept,
  }
}

/**
 * With `x` the logarithm by which the input (less the fee) raises its balance and `h` the ratio of the weights, a
 * fraction `1 - exp(-h x)` of the other balance leaves (Balancer whitepaper, out-given-in). The best `x` is where the
 * next atom in is worth its output, `exp((1 + h) x) = kept h V_out / V_in`, or the pool's limit.
 */
export function solveWeighted(curve: WeightedCurve, trade: Arbitrage): void {
  const { exponent, kept, firstBalance, secondBalance } = curve
  const firstValue = trade.firstRoot * trade.firstRoot * firstBalance
  const secondValue = trade.secondRoot * trade.secondRoot * secondBalance
  // The initial output per input, in value, is `kept * exponent * second / first`, or that of the inverse.
  const isForward = exponent * secondValue > firstValue
  const h = isForward ? exponent : 1 / exponent
  const valueOfIn = isForward ? firstValue : secondValue
  const valueOfOut = isForward ? secondValue : firstValue
  const gain = (kept * h * valueOfOut) / valueOfIn
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
  if (!(gain >= threshold)) return
  const ideal = Math.log(gain) / (1 + h)
  const x = Math.min(Math.max(0, ideal), maxStep)
  if (ideal <= x) trade.weight = (valueOfIn * Math.exp(x)) / (kept * (1 + h))
  if (!(gain > 1)) return
  trade.direction = isForward ? 1 : -1
  trade.valueIn = (valueOfIn * Math.expm1(x)) / kept
  trade.valueOut = -valueOfOut * Math.expm1(-h * x)
}

/** Returns the atoms out for `amountIn`, forward for a direction of 1; NaN above the pool's maximum input. */
export function weightedCurveOut(
  curve: WeightedCurve,
  direction: number,
  amountIn: number,
): number {
  const { h, balanceIn, balanceOut } = sideOf(curve, direction)
  const x = Math.log1p((amountIn * curve.kept) / balanceIn)
  if (x > maxStep) return Number.NaN
  return -balanceOut * Math.expm1(-h * x)
}

/** Returns the atoms in for `amountOut`; NaN above the pool's maximum output. */
export function weightedCurveIn(
  curve: WeightedCurve,
  direction: number,
  amountOut: number,
): number {
  const { h, balanceIn, balanceOut } = sideOf(curve, direction)
  const x = -Math.log1p(-amountOut / balanceOut) / h
  if (!(x <= maxStep && amountOut <= maxShare * balanceOut)) return Number.NaN
  return (balanceIn * Math.expm1(x)) / curve.kept
}

/** Returns one direction of a curve: its exponent, and the balances of input and output. */
function sideOf({ exponent, firstBalance, secondBalance }: WeightedCurve, direction: number) {
  return direction > 0
    ? { h: exponent, balanceIn: firstBalance, balanceOut: secondBalance }
    : { h: 1 / exponent, balanceIn: secondBalance, balanceOut: firstBalance }
}

/** Returns the spot rate: atoms out per atom in, after the fee. */
export function weightedRate(
  { exponent, kept, ...curve }: WeightedCurve,
  direction: number,
): number {
  const price = (exponent * curve.secondBalance) / curve.firstBalance
  return kept * (direction > 0 ? price : 1 / price)
}
