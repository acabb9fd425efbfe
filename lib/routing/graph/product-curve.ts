import type { ConstantProductPool } from '@/lib/liquidity/pool'
import { type Arbitrage, threshold } from './best-trade'

/** A constant-product pair in floats. */
export type ProductCurve = {
  readonly kind: 'product'
  readonly firstReserve: number
  readonly secondReserve: number
  readonly firstReserveRoot: number
  readonly secondReserveRoot: number
  /** Fraction of an input left after the fee, and the square root of its inverse. */
  readonly kept: number
  readonly feeRoot: number
}

/** Returns the curve of a pair; undefined if it trades nothing. */
export function productCurve(pool: ConstantProductPool): ProductCurve | undefined {
  if (pool.reserve0 <= 0n || pool.reserve1 <= 0n || pool.feePpm >= 1_000_000) return undefined
  const firstReserve = Number(pool.reserve0)
  const secondReserve = Number(pool.reserve1)
  const kept = 1 - pool.feePpm / 1_000_000
  return {
    kind: 'product',
    firstReserve,
    secondReserve,
    firstReserveRoot: Math.sqrt(firstReserve),
    secondReserveRoot: Math.sqrt(secondReserve),
    kept,
    feeRoot: 1 / Math.sqrt(kept),
  }
}

/**
 * With `u` and `v` the roots of the values of both reserves (the first one's before the fee), the best trade pays `v (v
 * - u)` for `u (v - u)` and gains `(v - u)²`.
 *
 * Derivation: the reserves keep x y = k (Uniswap v2 whitepaper), and the trade ends where the marginal price after the
 * fee is the price ratio: at x' = sqrt(k p_y / p_x) (Angeris & Chitra 2020).
 */
export function solveProduct(curve: ProductCurve, trade: Arbitrage): void {
  const first = trade.firstRoot * curve.firstReserveRoot
  const second = trade.secondRoot * curve.secondReserveRoot
  const isForward = second > first
  const u = (isForward ? first : second) * curve.feeRoot
  const v = isForward ? second : first
  const gap = v - u
  trade.weight = v >= u * threshold ? (u * v) / 2 : 0
  if (gap > 0) {
    trade.direction = isForward ? 1 : -1
    trade.valueIn = u * gap
    trade.valueOut = v * gap
  } else {
    trade.direction = 0
    trade.valueIn = 0
    trade.valueOut = 0
  }
}

/** Returns the atoms out for `amountIn`, forward for a direction of 1 (Uniswap v2 whitepaper). */
export function productOut(curve: ProductCurve, direction: number, amountIn: number): number {
  const { firstReserve, secondReserve, kept } = curve
  const taken = amountIn * kept
  return direction > 0
    ? (secondReserve * taken) / (firstReserve + taken)
    : (firstReserve * taken) / (secondReserve + taken)
}

/** Returns the atoms in for `amountOut`; NaN if the pool does not hold them. */
export function productIn(curve: ProductCurve, direction: number, amountOut: number): number {
  const { firstReserve, secondReserve, kept } = curve
  const [reserveIn, reserveOut] =
    direction > 0 ? [firstReserve, secondReserve] : [secondReserve, firstReserve]
  if (amountOut >= reserveOut) return Number.NaN
  return (reserveIn * amountOut) / ((reserveOut - amountOut) * kept)
}

/** Returns the spot rate: atoms out per atom in, after the fee. */
export function productRate(curve: ProductCurve, direction: number): number {
  const { firstReserve, secondReserve, kept } = curve
  return direction > 0
    ? (kept * secondReserve) / firstReserve
    : (kept * firstReserve) / secondReserve
}
