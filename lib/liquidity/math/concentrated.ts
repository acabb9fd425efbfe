import { mulDivUp } from '@/lib/core/amount'
import type { ConcentratedPool } from '@/lib/liquidity/pool'
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
  maxSqrtRatio,
  maxTick,
  minSqrtRatio,
  minTick,
  type PriceRange,
  priceAfterAmount0In,
  priceAfterAmount0Out,
  priceAfterAmount1In,
  priceAfterAmount1Out,
  sqrtRatioAtTick,
} from './tick-math'
import { wordTicks } from './tick-reach'

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

/** Direction of the price: `down` if token0 is sold, `up` if token1 is. */
export type Direction = 'down' | 'up'

/**
 * One price range between two stops of the contract's swap loop.
 *
 * `totalIn` (fee included) and `totalOut` are the cumulative atoms of a swap that reaches `to`. They are the same for
 * exact input and exact output, so that one tick path serves every amount.
 */
type TickStep = PriceRange & {
  readonly totalIn: bigint
  readonly totalOut: bigint
}

/** The tick steps of a swap, in order, extended on demand. */
type TickPath = {
  readonly pool: ConcentratedPool
  readonly direction: Direction
  readonly steps: TickStep[]
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  /** Index in `pool.ticks` of the next initialised tick ahead. */
  ahead: number
  isComplete: boolean
}

type Stop = {
  readonly tick: number
  /** Undefined if the contract stops at the end of a bitmap word without an initialised tick. */
  readonly liquidityNet: bigint | undefined
}

const paths = new WeakMap<ConcentratedPool, Partial<Record<Direction, TickPath>>>()

/** Maximum stops of one swap: a transaction has no gas for more. */
const maxStops = 1_000

/** Returns the tick path of a pool in one direction, cached per pool object. */
export function tickPathOf(pool: ConcentratedPool, direction: Direction): TickPath {
  const known = paths.get(pool) ?? {}
  paths.set(pool, known)
  known[direction] ??= startTickPath(pool, direction)
  return known[direction]
}

/** Returns the first step whose `total` reaches `amount`, and the previous one; undefined past the loaded ticks. */
export function findTickStep(
  path: TickPath,
  { total, amount }: { readonly total: 'totalIn' | 'totalOut'; readonly amount: bigint },
): { readonly step: TickStep; readonly previous: TickStep | undefined } | undefined {
  const { steps } = path
  while (!path.isComplete && (steps.at(-1)?.[total] ?? 0n) < amount) extend(path)
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.[total] ?? 0n) < amount) low = middle + 1
    else high = middle
  }
  const step = steps[low]
  return step && { step, previous: steps[low - 1] }
}

function startTickPath(pool: ConcentratedPool, direction: Direction): TickPath {
  const firstAbove = pool.ticks.findIndex(({ tick }) => tick > pool.tick)
  const above = firstAbove < 0 ? pool.ticks.length : firstAbove
  return {
    pool,
    direction,
    steps: [],
    sqrtPrice: pool.sqrtPriceX96,
    tick: pool.tick,
    liquidity: pool.liquidity,
    ahead: direction === 'up' ? above : above - 1,
    isComplete: pool.sqrtPriceX96 === 0n,
  }
}

/** Appends one iteration of the loop of `UniswapV3Pool.swap`, up to its stop. */
function extend(path: TickPath): void {
  const stop = path.steps.length < maxStops ? nextStop(path) : undefined
  if (!stop) {
    path.isComplete = true
    return
  }
  const isUp = path.direction === 'up'
  const to = clampPrice(sqrtRatioAtTick(stop.tick))
  path.steps.push(stepTo(path, to))
  path.sqrtPrice = to
  path.tick = isUp ? stop.tick : stop.tick - 1
  if (stop.liquidityNet !== undefined) {
    path.liquidity += isUp ? stop.liquidityNet : -stop.liquidityNet
    path.ahead += isUp ? 1 : -1
  }
  path.isComplete = stop.tick <= minTick || stop.tick >= maxTick
}

function stepTo(path: TickPath, to: bigint): TickStep {
  const range = { from: path.sqrtPrice, to, liquidity: path.liquidity }
  const isUp = path.direction === 'up'
  const input = isUp ? amount1DeltaUp(range) : amount0DeltaUp(range)
  const output = isUp ? amount0DeltaDown(range) : amount1DeltaDown(range)
  const last = path.steps.at(-1)
  return {
    ...range,
    totalIn: (last?.totalIn ?? 0n) + input + feeOn(path.pool, input),
    totalOut: (last?.totalOut ?? 0n) + output,
  }
}

/** Returns the fee that the contract adds to an input that moves the price to a stop. */
function feeOn({ feePpm }: ConcentratedPool, input: bigint): bigint {
  return mulDivUp(input, BigInt(feePpm), BigInt(1_000_000 - feePpm))
}

/** `TickBitmap.nextInitializedTickWithinOneWord`: its stops at word ends matter, because each rounds. */
function nextStop(path: TickPath): Stop | undefined {
  const { pool, direction } = path
  const ahead = pool.ticks[path.ahead]
  // Without liquidity no amounts move, so the stops at word ends can be skipped.
  if (path.liquidity === 0n) return ahead
  const end = wordEnd(path)
  const isInWord = ahead && (direction === 'up' ? ahead.tick <= end : ahead.tick >= end)
  if (isInWord) return ahead
  const tick = Math.min(maxTick, Math.max(minTick, end))
  const isLoaded = direction === 'up' ? tick <= pool.highestTick : tick >= pool.lowestTick
  return isLoaded ? { tick, liquidityNet: undefined } : undefined
}

function wordEnd({ pool, direction, tick }: TickPath): number {
  const compressed = Math.floor(tick / pool.tickSpacing) + (direction === 'up' ? 1 : 0)
  const first = Math.floor(compressed / wordTicks) * wordTicks
  return (direction === 'up' ? first + wordTicks - 1 : first) * pool.tickSpacing
}

/** The router passes these limits for a swap without its own. */
function clampPrice(sqrtPrice: bigint): bigint {
  if (sqrtPrice <= minSqrtRatio) return minSqrtRatio + 1n
  return sqrtPrice >= maxSqrtRatio ? maxSqrtRatio - 1n : sqrtPrice
}
