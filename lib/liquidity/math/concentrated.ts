import type { ConcentratedPool } from '@/lib/liquidity/pool'
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
  priceAfterAmount0In,
  priceAfterAmount0Out,
  priceAfterAmount1In,
  priceAfterAmount1Out,
} from './sqrt-price-math'
import { type Direction, feeOn, findTickStep, tickPathOf } from './tick-ladder'

/** A swap in a pool: the direction of the price and the exact amount, in atoms. */
export type ConcentratedSwap = { readonly direction: Direction; readonly amount: bigint }

/**
 * Returns the output of `UniswapV3Pool.swap` for exactly `amount` in, to the last wei; undefined if the amount runs
 * past the loaded ticks.
 */
export function swapExactIn(pool: ConcentratedPool, swap: ConcentratedSwap): bigint | undefined {
  const { direction, amount } = swap
  const found = findTickStep(tickPathOf(pool, direction), { total: 'totalIn', amount })
  if (!found) return undefined
  const { step, previous } = found
  if (step.totalIn === amount) return step.totalOut
  const remaining = amount - (previous?.totalIn ?? 0n)
  const withoutFee = (remaining * BigInt(1_000_000 - pool.feePpm)) / 1_000_000n
  const isUp = direction === 'up'
  const to = isUp ? priceAfterAmount1In(step, withoutFee) : priceAfterAmount0In(step, withoutFee)
  const range = { ...step, to }
  return (previous?.totalOut ?? 0n) + (isUp ? amount0DeltaDown(range) : amount1DeltaDown(range))
}

/**
 * Returns the input of `UniswapV3Pool.swap`, fee included, for exactly `amount` out, to the last wei; undefined if the
 * amount runs past the loaded ticks.
 */
export function swapExactOut(pool: ConcentratedPool, swap: ConcentratedSwap): bigint | undefined {
  const { direction, amount } = swap
  const found = findTickStep(tickPathOf(pool, direction), { total: 'totalOut', amount })
  if (!found) return undefined
  const { step, previous } = found
  if (step.totalOut === amount) return step.totalIn
  const remaining = amount - (previous?.totalOut ?? 0n)
  const isUp = direction === 'up'
  const to = isUp ? priceAfterAmount0Out(step, remaining) : priceAfterAmount1Out(step, remaining)
  const range = { ...step, to }
  const input = isUp ? amount1DeltaUp(range) : amount0DeltaUp(range)
  return (previous?.totalIn ?? 0n) + input + feeOn(pool, input)
}
