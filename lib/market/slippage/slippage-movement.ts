import type { PricePoint } from '@/lib/market/candles/candle'
import {
  type PairHistory,
  pairRatios,
  plainVolatility,
  settlementSeconds,
  toFiveMinutes,
} from './volatility'

/** How the price of a pair moves, each as a fraction of it and for the time of a settlement. */
export type Movement = {
  /** The published formula: how far the price strays from its mean of the day, trends included. */
  readonly volatility: number
  /** Root of the mean square of its moves. */
  readonly move: number
}

/**
 * How many of its moves the volatility counts for at least and at most. Below the least, usual moves leave
 * one order in a hundred behind (a price that swings about its mean strays little and moves much); above
 * the most, a trend of the whole day would pass for what may happen until a settlement.
 */
const fewestMoves = 2.5
const maxMoves = 3.3

/**
 * How moves grow with time: by less than its root, because prices stand still and then jump, and a jump is
 * as large for an order that waits a minute as for one that waits five.
 */
const timeExponent = 1 / 3

/**
 * How the price of a pair moves by what is known of both tokens; undefined where a token has less than two
 * points.
 *
 * Repairs what {@link plainVolatility} leaves to its caller: points out of order, twice at one time, or
 * without a real price. A price that is not known now is that of the newest point.
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
 * How much of the price may be gone, as a fraction, when an order is settled that waits for `seconds` at
 * most, or for as long as a settlement fairly takes.
 */
export function movementWithin(
  { volatility, move }: Movement,
  seconds: number | undefined,
): number {
  const waiting = Math.min(seconds ?? settlementSeconds, settlementSeconds)
  const bounded = Math.min(Math.max(volatility, fewestMoves * move), maxMoves * move)
  return bounded * (waiting / settlementSeconds) ** timeExponent
}

/** A series in the order of time, one point (the latest) for each five minutes, of real prices only. */
export function cleanSeries(points: readonly PricePoint[]): readonly PricePoint[] {
  const real = points.filter(
    ({ at, usd }) => Number.isFinite(at) && Number.isFinite(usd) && usd > 0,
  )
  const inOrder = real.toSorted((a, b) => a.at - b.at)
  const byTime = new Map(inOrder.map(({ at, usd }) => [toFiveMinutes(at), usd]))
  return [...byTime].map(([at, usd]) => ({ at, usd }))
}

/** Of a clean series, as a fraction of the price, brought to the time of a settlement. */
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
