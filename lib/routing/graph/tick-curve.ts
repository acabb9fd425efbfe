import { maxTick, minTick, sqrtRatioAtTick } from '@/lib/liquidity/math/tick-math'
import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { type Arbitrage, reservedPart, threshold } from './best-trade'

/**
 * The ticks in one direction from the current price: constant liquidity between two stops, and at each stop the
 * cumulative amounts to reach it (without the fee).
 */
type PricePath = {
  /** Square root prices, ascending or descending; the last one ends the loaded range. */
  readonly stops: Float64Array
  /** Liquidity after each stop; zero after the last. */
  readonly liquidity: Float64Array
  readonly totalIn: Float64Array
  readonly totalOut: Float64Array
}

/** A concentrated pool in floats (Uniswap v3 whitepaper, section 6). */
export type TickCurve = {
  readonly kind: 'ticks'
  readonly root: number
  readonly kept: number
  readonly keptRoot: number
  /** The price falls when the first token enters (forward), and rises when the second does. */
  readonly down: PricePath
  readonly up: PricePath
}

type Stop = { readonly root: number; readonly liquidity: number }

/** Half the logarithm of 1.0001: the step of the logarithmic root price per tick (Uniswap v3 whitepaper, (6.1)). */
const tickLogarithm = Math.log1p(1e-4) / 2

/** Ticks up to which a float formula matches the contract's price to the last digits; beyond, integers are used. */
const floatTicks = 300_000

/** Returns the curve of a pool; undefined if it trades nothing. */
export function tickCurve(pool: ConcentratedPool): TickCurve | undefined {
  if (pool.sqrtPriceX96 <= 0n || pool.feePpm >= 1_000_000) return undefined
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  const kept = 1 - pool.feePpm / 1_000_000
  // A tick at the price is a stop at no distance; in floats it may even lie behind.
  const down = pricePath(root, stopsBelow(pool).filter(isFurther(root, 'down')))
  const up = pricePath(root, stopsAbove(pool).filter(isFurther(root, 'up')))
  if (down.stops.length === 1 && up.stops.length === 1) return undefined
  return { kind: 'ticks', root, kept, keptRoot: Math.sqrt(kept), down, up }
}

/**
 * Sells the first token until the price is `first / (second kept)`, or the second until `first kept / second`: there a
 * further atom in is worth its output. Amounts between two root prices are L |Δ√P| and L |Δ(1/√P)| (Uniswap v3
 * whitepaper, (6.14) and (6.16)).
 */
export function solveTicks(curve: TickCurve, trade: Arbitrage): void {
  const { firstRoot, secondRoot } = trade
  const fair = firstRoot / secondRoot
  const isForward = fair < curve.root
  const target = isForward ? fair / curve.keptRoot : fair * curve.keptRoot
  const isGaining = isForward ? target < curve.root : target > curve.root
  const path = isForward ? curve.down : curve.up
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
  if (isGaining) {
    const at = lastStopBefore(path.stops, target)
    const liquidity = path.liquidity[at] as number
    const from = path.stops[at] as number
    const to = liquidity > 0 ? target : from
    const moved = liquidity * Math.abs(to - from)
    const first = moved / (from * to)
    const amountIn = (path.totalIn[at] as number) + (isForward ? first : moved)
    const amountOut = (path.totalOut[at] as number) + (isForward ? moved : first)
    const [inRoot, outRoot] = isForward ? [firstRoot, secondRoot] : [secondRoot, firstRoot]
    trade.direction = isForward ? 1 : -1
    trade.valueIn = (amountIn / curve.kept) * inRoot * inRoot
    trade.valueOut = amountOut * outRoot * outRoot
    trade.weight = (liquidity * firstRoot * secondRoot) / (2 * curve.keptRoot)
  } else if (isForward ? target * threshold <= curve.root : target >= curve.root * threshold) {
    const liquidity = path.liquidity[0] as number
    trade.weight = (liquidity * firstRoot * secondRoot) / (2 * curve.keptRoot)
  }
}

/** Returns the atoms out for `amountIn`, forward for a direction of 1; NaN beyond the loaded range. */
export function tickOut(curve: TickCurve, direction: number, amountIn: number): number {
  const path = direction > 0 ? curve.down : curve.up
  const taken = amountIn * curve.kept
  const at = lastReached(path.totalIn, taken)
  const liquidity = path.liquidity[at] as number
  const rest = taken - (path.totalIn[at] as number)
  const from = path.stops[at] as number
  if (!(liquidity > 0)) return rest > 0 ? Number.NaN : (path.totalOut[at] as number)
  const step = rest / liquidity
  const out =
    direction > 0 ? (rest * from * from) / (1 + step * from) : rest / (from * (from + step))
  return (path.totalOut[at] as number) + out
}

/** Returns the atoms in for `amountOut`; NaN beyond the loaded range. */
export function tickIn(curve: TickCurve, direction: number, amountOut: number): number {
  const path = direction > 0 ? curve.down : curve.up
  const at = lastReached(path.totalOut, amountOut)
  const liquidity = path.liquidity[at] as number
  const rest = amountOut - (path.totalOut[at] as number)
  const from = path.stops[at] as number
  if (!(liquidity > 0)) return rest > 0 ? Number.NaN : (path.totalIn[at] as number) / curve.kept
  const step = rest / liquidity
  const taken =
    direction > 0 ? rest / (from * (from - step)) : (rest * from * from) / (1 - step * from)
  return ((path.totalIn[at] as number) + taken) / curve.kept
}

/** Returns the spot rate: atoms out per atom in, after the fee. */
export function tickRate(curve: TickCurve, direction: number): number {
  const path = direction > 0 ? curve.down : curve.up
  // The first range with liquidity sets the price, wherever the pool's own price lies.
  const at = path.liquidity.findIndex((liquidity) => liquidity > 0)
  if (at < 0) return 0
  const square = (path.stops[at] as number) ** 2
  return direction > 0 ? curve.kept * square : curve.kept / square
}

function lastStopBefore(stops: Float64Array, target: number): number {
  const isDescending = stops.length > 1 && (stops[0] as number) > (stops[1] as number)
  let low = 0
  let high = stops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const stop = stops[middle] as number
    if (isDescending ? stop >= target : stop <= target) low = middle
    else high = middle - 1
  }
  return low
}

function lastReached(totals: Float64Array, amount: number): number {
  let low = 0
  let high = totals.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((totals[middle] as number) <= amount) low = middle
    else high = middle - 1
  }
  return low
}

function isFurther(root: number, direction: 'down' | 'up'): (stop: Stop) => boolean {
  return direction === 'down' ? (stop) => stop.root < root : (stop) => stop.root > root
}

function pricePath(root: number, stopsAhead: readonly Stop[]): PricePath {
  const stops = [root, ...stopsAhead.map((stop) => stop.root)]
  const [before = root, end = root] = stops.slice(-2)
  if (stops.length > 1) stops[stops.length - 1] = end + (before - end) * reservedPart
  const liquidity = [...stopsAhead.map((stop) => Math.max(0, stop.liquidity)), 0]
  const totalIn = [0]
  const totalOut = [0]
  for (const [i, to] of stops.slice(1).entries()) {
    const from = stops[i] as number
    const second = (liquidity[i] as number) * Math.abs(to - from)
    const first = second / (from * to)
    totalIn.push((totalIn[i] as number) + (to < from ? first : second))
    totalOut.push((totalOut[i] as number) + (to < from ? second : first))
  }
  return {
    stops: Float64Array.from(stops),
    liquidity: Float64Array.from(liquidity),
    totalIn: Float64Array.from(totalIn),
    totalOut: Float64Array.from(totalOut),
  }
}

/** Returns the stops above the price, each with the liquidity before it. */
function stopsAbove({ ticks, tick, ...pool }: ConcentratedPool): Stop[] {
  const stops: Stop[] = []
  let liquidity = pool.liquidity
  for (const ahead of ticks) {
    if (ahead.tick <= tick) continue
    stops.push({ root: rootAt(ahead.tick), liquidity: Number(liquidity) })
    liquidity += ahead.liquidityNet
  }
  const end = Math.min(pool.highestTick, maxTick)
  if (end > (ticks.at(-1)?.tick ?? tick) && end > tick && liquidity > 0n) {
    stops.push({ root: rootAt(end), liquidity: Number(liquidity) })
  }
  return stops
}

/** Returns the stops below the price, each with the liquidity before it. */
function stopsBelow({ ticks, tick, ...pool }: ConcentratedPool): Stop[] {
  const stops: Stop[] = []
  let liquidity = pool.liquidity
  for (const ahead of ticks.toReversed()) {
    if (ahead.tick > tick) continue
    stops.push({ root: rootAt(ahead.tick), liquidity: Number(liquidity) })
    liquidity -= ahead.liquidityNet
  }
  const end = Math.max(pool.lowestTick, minTick)
  if (end < (ticks[0]?.tick ?? tick) && end <= tick && liquidity > 0n) {
    stops.push({ root: rootAt(end), liquidity: Number(liquidity) })
  }
  return stops
}

function rootAt(tick: number): number {
  return Math.abs(tick) <= floatTicks
    ? Math.exp(tick * tickLogarithm)
    : Number(sqrtRatioAtTick(tick)) / 2 ** 96
}
