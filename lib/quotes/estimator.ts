import type { Address } from '@/lib/core/address'
import type { SignedOrder } from '@/lib/core/order'
import type { Pool } from '@/lib/liquidity/pool'
import { findPath } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'
import { matchInventory } from './match-inventory'

/** An open order that sells what a quote buys, with its unfilled sell amount. */
export type OppositeOrder = { readonly order: SignedOrder; readonly remaining: bigint }

/** Amounts that an opposite order sells and buys, in atoms. */
export type Fill = {
  readonly order: SignedOrder
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/**
 * A way to execute a quote's order: its amounts are the sum of the hops and the fills. The bound covers the pools only.
 */
export type Estimate = Route & { readonly fills: readonly Fill[] }

/** Input of an estimator: plain data of one block. */
export type Sources = {
  readonly pools: readonly Pool[]
  /** Best limit price first. */
  readonly inventory: readonly OppositeOrder[]
  /** The best split over the pools, shared by several estimators. */
  readonly split: (request: RouteRequest) => Route | undefined
}

/** Names of the {@link estimators}; `path` is the fastest. */
export type EstimatorName = 'path' | 'split' | 'inventory'

/** Finds a way to execute an order of an exact amount; undefined if there is none. */
export type Estimator = (sources: Sources, request: RouteRequest) => Estimate | undefined

/**
 * The competing estimators: the best single path, the split over many paths, and the split of what opposite open orders
 * leave over. All are pure.
 */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = {
  path: ({ pools }, request) => withoutFills(findPath(pools, request)),
  split: ({ split }, request) => withoutFills(split(request)),
  inventory: matchInventory,
}

function withoutFills(route: Route | undefined): Estimate | undefined {
  return route && { ...route, fills: [] }
}

/**
 * Key under which measured gas is stored. Estimates of one shape trade the same tokens through pools of the same kinds
 * in the same order, so they cost nearly the same gas.
 */
export function shapeOf({ hops, fills }: Pick<Estimate, 'hops' | 'fills'>): string {
  const ends = (token: Address) => token.slice(2, 14)
  const steps = hops.map(
    ({ pool, tokenIn, tokenOut }) => `${pool.protocol}:${ends(tokenIn)}>${ends(tokenOut)}`,
  )
  return [...steps, ...fills.map(() => 'fill')].join(' ')
}
