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
import { type Direction, feeOn, findRung, ladderOf } from './tick-ladder'

/** A swap in a pool: the direction of the price and the exact amount, in atoms. */
export type ConcentratedSwap = { readonly direction: Direction; readonly amount: bigint }

/**
 * What `UniswapV3Pool.swap` pays for exactly `amount` in, to the last wei; undefined when the amount runs
 * past the loaded ticks.
 */
export function swapExactIn(pool: ConcentratedPool, swap: ConcentratedSwap): bigint | undefined {
  const { direction, amount } = swap
  const found = findRung(ladderOf(pool, direction), { total: 'totalIn', amount })
  if (!found) return undefined
  const { rung, previous } = found
  if (rung.totalIn === amount) return rung.totalOut
  const remaining = amount - (previous?.totalIn ?? 0n)
  const withoutFee = (remaining * BigInt(1_000_000 - pool.feePpm)) / 1_000_000n
  const isUp = direction === 'up'
  const to = isUp ? priceAfterAmount1In(rung, withoutFee) : priceAfterAmount0In(rung, withoutFee)
  const range = { ...rung, to }
  return (previous?.totalOut ?? 0n) + (isUp ? amount0DeltaDown(range) : amount1DeltaDown(range))
}

/**
 * What `UniswapV3Pool.swap` takes, fee included, to pay exactly `amount`, to the last wei; undefined when
 * the amount runs past the loaded ticks.
 */
export function swapExactOut(pool: ConcentratedPool, swap: ConcentratedSwap): bigint | undefined {
  const { direction, amount } = swap
  const found = findRung(ladderOf(pool, direction), { total: 'totalOut', amount })
  if (!found) return undefined
  const { rung, previous } = found
  if (rung.totalOut === amount) return rung.totalIn
  const remaining = amount - (previous?.totalOut ?? 0n)
  const isUp = direction === 'up'
  const to = isUp ? priceAfterAmount0Out(rung, remaining) : priceAfterAmount1Out(rung, remaining)
  const range = { ...rung, to }
  const input = isUp ? amount1DeltaUp(range) : amount0DeltaUp(range)
  return (previous?.totalIn ?? 0n) + input + feeOn(pool, input)
}
