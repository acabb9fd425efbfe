import { maxTick, minTick, sqrtRatioAtTick } from '@/lib/liquidity/math/tick-math'
import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { type Arbitrage, spared, touching } from './best-trade'

/**
 * One way along the ticks, from the price of the moment on: between two stops the liquidity is the same, and at
 * each stop stands what has been moved to come there (the fee not counted in).
 */
type Climb = {
  /** Square root prices, ascending or descending; the last one ends what is loaded. */
  readonly stops: Float64Array
  /** Liquidity after each stop; none after the last. */
  readonly liquidity: Float64Array
  readonly totalIn: Float64Array
  readonly totalOut: Float64Array
}

/** A concentrated pool as floats. */
export type TickCurve = {
  readonly kind: 'ticks'
  readonly root: number
  readonly kept: number
  readonly keptRoot: number
  /** The price falls when the first token comes in (forward), and rises when the second does. */
  readonly down: Climb
  readonly up: Climb
}

type Stop = { readonly root: number; readonly liquidity: number }

/** Half the logarithm of 1.0001, by which the logarithm of the root price grows with each tick. */
const tickLogarithm = Math.log1p(1e-4) / 2

/** Ticks whose contract price a float formula meets to its last digits; beyond, the integer one is asked. */
const floatTicks = 300_000

/** The curve of a pool; undefined when it trades nothing. */
export function tickCurve(pool: ConcentratedPool): TickCurve | undefined {
  if (pool.sqrtPriceX96 <= 0n || pool.feePpm >= 1_000_000) return undefined
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  const kept = 1 - pool.feePpm / 1_000_000
  // The tick of the price may be a stop of its own, to which there is no way; in floats it may even lie behind.
  const down = climb(root, stopsBelow(pool).filter(isFurther(root, 'down')))
  const up = climb(root, stopsAbove(pool).filter(isFurther(root, 'up')))
  if (down.stops.length === 1 && up.stops.length === 1) return undefined
  return { kind: 'ticks', root, kept, keptRoot: Math.sqrt(kept), down, up }
}

/** Sells the first token until the price is `first / (second kept)`, or the second until it is inverse. */
export function bestTickTrade(curve: TickCurve, trade: Arbitrage): void {
  const { firstRoot, secondRoot } = trade
  const fair = firstRoot / secondRoot
  const isForward = fair < curve.root
  const target = isForward ? fair / curve.keptRoot : fair * curve.keptRoot
  const isGaining = isForward ? target < curve.root : target > curve.root
  const way = isForward ? curve.down : curve.up
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
  if (isGaining) {
    const at = lastStopBefore(way.stops, target)
    const liquidity = way.liquidity[at] as number
    const from = way.stops[at] as number
    const to = liquidity > 0 ? target : from
    const moved = liquidity * Math.abs(to - from)
    const first = moved / (from * to)
    const amountIn = (way.totalIn[at] as number) + (isForward ? first : moved)
    const amountOut = (way.totalOut[at] as number) + (isForward ? moved : first)
    const [inRoot, outRoot] = isForward ? [firstRoot, secondRoot] : [secondRoot, firstRoot]
    trade.direction = isForward ? 1 : -1
    trade.valueIn = (amountIn / curve.kept) * inRoot * inRoot
    trade.valueOut = amountOut * outRoot * outRoot
    trade.weight = (liquidity * firstRoot * secondRoot) / (2 * curve.keptRoot)
  } else if (isForward ? target * touching <= curve.root : target >= curve.root * touching) {
    const liquidity = way.liquidity[0] as number
    trade.weight = (liquidity * firstRoot * secondRoot) / (2 * curve.keptRoot)
  }
}

/** Atoms that come out for `amountIn`, forward for a direction of 1; NaN past what is loaded. */
export function tickOut(curve: TickCurve, direction: number, amountIn: number): number {
  const way = direction > 0 ? curve.down : curve.up
  const taken = amountIn * curve.kept
  const at = lastReached(way.totalIn, taken)
  const liquidity = way.liquidity[at] as number
  const rest = taken - (way.totalIn[at] as number)
  const from = way.stops[at] as number
  if (!(liquidity > 0)) return rest > 0 ? Number.NaN : (way.totalOut[at] as number)
  const step = rest / liquidity
  const out =
    direction > 0 ? (rest * from * from) / (1 + step * from) : rest / (from * (from + step))
  return (way.totalOut[at] as number) + out
}

/** Atoms that must come in for `amountOut`; NaN past what is loaded. */
export function tickIn(curve: TickCurve, direction: number, amountOut: number): number {
  const way = direction > 0 ? curve.down : curve.up
  const at = lastReached(way.totalOut, amountOut)
  const liquidity = way.liquidity[at] as number
  const rest = amountOut - (way.totalOut[at] as number)
  const from = way.stops[at] as number
  if (!(liquidity > 0)) return rest > 0 ? Number.NaN : (way.totalIn[at] as number) / curve.kept
  const step = rest / liquidity
  const taken =
    direction > 0 ? rest / (from * (from - step)) : (rest * from * from) / (1 - step * from)
  return ((way.totalIn[at] as number) + taken) / curve.kept
}

/** Atoms that come out per atom of a trade too small to move the price. */
export function tickRate(curve: TickCurve, direction: number): number {
  const way = direction > 0 ? curve.down : curve.up
  // The first stretch that holds liquidity sets the price, wherever the pool's own price lies.
  const at = way.liquidity.findIndex((liquidity) => liquidity > 0)
  if (at < 0) return 0
  const square = (way.stops[at] as number) ** 2
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

function isFurther(root: number, way: 'down' | 'up'): (stop: Stop) => boolean {
  return way === 'down' ? (stop) => stop.root < root : (stop) => stop.root > root
}

function climb(root: number, stopsAhead: readonly Stop[]): Climb {
  const stops = [root, ...stopsAhead.map((stop) => stop.root)]
  const [before = root, end = root] = stops.slice(-2)
  if (stops.length > 1) stops[stops.length - 1] = end + (before - end) * spared
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

/** The stops from the price up, each with the liquidity on the way to it. */
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

/** The stops from the price down, each with the liquidity on the way to it. */
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
