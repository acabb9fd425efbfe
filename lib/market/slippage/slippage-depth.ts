import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import type { PoolCandle } from '@/lib/market/candles/candle'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'

/** An order's size by one of its amounts, in atoms. */
export type OrderSize =
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }

/** Price impact of an order, by the best single path. */
export type Depth = {
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
