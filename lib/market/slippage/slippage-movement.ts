import type { PricePoint } from '@/lib/market/candles/candle'
import {
  type PairHistory,
  pairRatios,
  plainVolatility,
  settlementSeconds,
  toFiveMinutes,
} from './volatility'

/** A pair's price movement over {@link settlementSeconds}, as fractions of the price. */
export type Movement = {
  /** {@link plainVolatility}: the deviation from the day's mean, trends included. */
  readonly volatility: number
  /** Root mean square of the log returns. */
  readonly move: number
}

/**
 * Bounds of the volatility in multiples of `move`. Below the minimum, usual moves exceed the tolerance of one
 * order in a hundred (a mean-reverting price deviates little but moves a lot). Above the maximum, a trend of the
 * whole day would count as a risk within one settlement.
 */
const minMoves = 2.5
const maxMoves = 3.3

/**
 * Exponent of time for moves: less than 1/2 (the square root of time), because prices jump, and a jump is as
 * large for an order that waits one minute as for one that waits five.
 */
const timeExponent = 1 / 3

/**
 * Computes a pair's price movement from both tokens' series; undefined if one has less than two points.
 *
 * Cleans the series, as {@link plainVolatility} requires: sorts the points, and drops duplicates and invalid
 * prices. A missing current price defaults to that of the newest point.
 */
export function pairMovement(history: PairHistory): Movement | undefined {
  const base = cleanSeries(history.base ?? [])
  const quote = cleanSeries(history.quote ?? [])
  if (base.length < 2 || quote.length < 2) return undefined
  const ratios = pairRatios(base, quote)
  const movement = {
    volatility: plainVolatility({
      base,
      quote,
      basePrice: history.basePrice ?? base.at(-1)?.usd,
      quotePrice: history.quotePrice ?? quote.at(-1)?.usd,
    }),
    move: ratios.length < 2 ? Math.hypot(moveOf(base), moveOf(quote)) : moveOf(ratios),
  }
  return Object.values(movement).every(Number.isFinite) ? movement : undefined
}

/**
 * Estimates the adverse price move, as a fraction, until an order is settled that waits at most `seconds` or
 * {@link settlementSeconds}.
 */
export function movementWithin(
  { volatility, move }: Movement,
  seconds: number | undefined,
): number {
  const waiting = Math.min(seconds ?? settlementSeconds, settlementSeconds)
  const bounded = Math.min(Math.max(volatility, minMoves * move), maxMoves * move)
  return bounded * (waiting / settlementSeconds) ** timeExponent
}

/** Sorts a series by time, and keeps valid prices and the latest point per five minutes. */
export function cleanSeries(points: readonly PricePoint[]): readonly PricePoint[] {
  const real = points.filter(
    ({ at, usd }) => Number.isFinite(at) && Number.isFinite(usd) && usd > 0,
  )
  const inOrder = real.toSorted((a, b) => a.at - b.at)
  const byTime = new Map(inOrder.map(({ at, usd }) => [toFiveMinutes(at), usd]))
  return [...byTime].map(([at, usd]) => ({ at, usd }))
}

/** Root mean square of the log returns of a clean series, scaled to {@link settlementSeconds}. */
function moveOf(points: readonly PricePoint[]): number {
  let squares = 0
  let seconds = 0
  for (const [index, { at, usd }] of points.entries()) {
    const before = points[index - 1]
    if (!before) continue
    squares += Math.log(usd / before.usd) ** 2
    seconds += at - before.at
  }
  return Math.sqrt((squares * settlementSeconds) / seconds)
}
