import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import type { PoolCandle } from '@/lib/market/candles/candle'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'

/** An order's size: which of its amounts is known, in atoms. */
export type OrderSize =
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }

/** What the pools say to an order, all by the best single path. */
export type Depth = {
  /**
   * Part of the price that the order's own size costs, 0 to 1, against an amount too small to move it; 1 where
   * no path can give the whole amount.
   */
  readonly impact: number
  /** What would be traded now; undefined where no path can give the whole amount. */
  readonly route: Route | undefined
}

/** Atoms of both sides at which rounding to atoms no longer shows in a price. */
const exactAtoms = 100_000n

/**
 * Measures what an order of `size` costs beside a small one of `smallAmount` atoms of the sell token;
 * undefined when no path leads from the one token to the other.
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
 * How much shallower than now the pools of a route have been in the course of their candles, as the factor
 * by which a price impact was larger, less 1; the most of all pools, 0 where nothing is known.
 *
 * Depth is the product of both sides, which prices that move leave as it is.
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

/** A route of `smallAmount`, or of what it takes that neither side is rounded by more than it shows. */
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
