import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import type { PoolCandle, PricePoint } from '@/lib/market/candles/candle'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import {
  type PairHistory,
  pairRatios,
  plainVolatility,
  settlementSeconds,
  toFiveMinutes,
} from './volatility'

/** Minimum slippage in bps: pools and prices round amounts to atoms. */
export const minSlippageBps = 1

/** Maximum slippage in bps. Spec: slippageBps range. */
export const maxSlippageBps = 10_000

/** Inputs of a recommendation; shares are fractions of the traded amount, 0 if unknown. */
export type SlippageFacts = {
  readonly movement: Movement
  /** Seconds until the order expires; default `settlementSeconds`. */
  readonly waitSeconds: number | undefined
  /** Price impact of the order's size in the current pools, from 0 to 1. */
  readonly impact: number
  /** Relative increase of that impact at the pools' minimum depth of the last day. */
  readonly depthSwing: number
  readonly partiallyFillable: boolean
  /** The order's fee as a share of its sell amount. */
  readonly feeShare: number
}

/** Minimum and maximum share of the impact added for trades of others before the settlement. */
const minImpactShare = 0.1
const maxImpactShare = 1

/** A partially fillable order can fill what the pools offer: half of the whole order's impact counts. */
const partialImpactShare = 0.5

/** Allowed rise of the network cost until the settlement; the public client uses the same share. */
const feeRise = 0.5

/**
 * Recommends the slippage tolerance with which an order quoted now can still be settled, in whole bps from
 * {@link minSlippageBps} to {@link maxSlippageBps}: the sum of the expected price move, loss of depth and rise of
 * the network cost. Spec: Slippage recommendation.
 */
export function recommendSlippage(facts: SlippageFacts): number {
  const share =
    movementWithin(facts.movement, facts.waitSeconds) + depthShare(facts) + facts.feeShare * feeRise
  // 0.001 bps absorbs floating-point noise, which must not round up.
  const bps = Math.ceil(share * 10_000 - 0.001)
  return Math.min(Math.max(bps, minSlippageBps), maxSlippageBps)
}

function depthShare({ impact, depthSwing, partiallyFillable }: SlippageFacts): number {
  const share = Math.min(Math.max(depthSwing, minImpactShare), maxImpactShare)
  return impact * share * (partiallyFillable ? partialImpactShare : 1)
}

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

/** An order's size by one of its amounts, in atoms. */
export type OrderSize =
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }

/** Price impact of an order, by the best single path. */
type Depth = {
  /**
   * Price impact against an amount too small to move the price, from 0 to 1; 1 if no path can fill the whole
   * amount.
   */
  readonly impact: number
  /** The current best route; undefined if no path can fill the whole amount. */
  readonly route: Route | undefined
}

/** Minimum atoms of both sides: rounding one atom then changes the price by at most 0.1 bps. */
const exactAtoms = 100_000n

/**
 * Measures the price impact of an order of `size` against one of `smallAmount` sell atoms; undefined without a
 * path between the tokens.
 */
export function measureDepth(
  pools: readonly Pool[],
  order: {
    readonly sellToken: Address
    readonly buyToken: Address
    readonly size: OrderSize
    readonly smallAmount: bigint
  },
): Depth | undefined {
  const { size, ...pair } = order
  const small = findSmallRoute(pools, order)
  if (!small) return undefined
  const route = findRoute(pools, { ...pair, ...size })
  if (isSmall(size, small)) return { impact: 0, route }
  if (!route) return { impact: 1, route }
  const impact = 1 - priceOf(route) / priceOf(small)
  return { impact: Math.min(Math.max(impact, 0), 1), route }
}

/**
 * Returns how much larger the price impact was at the pools' minimum depth than now: the factor minus 1, the
 * maximum over all pools, or 0 without data.
 *
 * Depth is the geometric mean of both sides, which does not change with the price.
 */
export function depthSwing(candles: Iterable<readonly PoolCandle[]>): number {
  let swing = 0
  for (const ofPool of candles) {
    const depths = ofPool.map(({ depth0, depth1 }) => Math.sqrt(Number(depth0) * Number(depth1)))
    const real = depths.filter((depth) => depth > 0)
    const now = real.at(-1)
    if (now !== undefined) swing = Math.max(swing, now / Math.min(...real) - 1)
  }
  return Number.isFinite(swing) ? swing : 0
}

/** Finds a route for `smallAmount`, or for the amount that gives both sides {@link exactAtoms}. */
function findSmallRoute(
  pools: readonly Pool[],
  { sellToken, buyToken, smallAmount }: Parameters<typeof measureDepth>[1],
): Route | undefined {
  const pair = { sellToken, buyToken }
  const sellAmount = smallAmount > exactAtoms ? smallAmount : exactAtoms
  const route = findRoute(pools, { ...pair, sellAmount })
  if (route && route.buyAmount >= exactAtoms) return route
  return findRoute(pools, { ...pair, buyAmount: exactAtoms }) ?? route
}

function isSmall(size: OrderSize, small: Route): boolean {
  return size.sellAmount === undefined
    ? size.buyAmount <= small.buyAmount
    : size.sellAmount <= small.sellAmount
}

function priceOf({ sellAmount, buyAmount }: Route): number {
  return Number(buyAmount) / Number(sellAmount)
}
