import type { Address } from '@/lib/core/address'
import type { SignedOrder } from '@/lib/core/order'
import type { Pool } from '@/lib/liquidity/pool'
import { findPath } from '@/lib/routing/find-path'
import type { Route, RouteRequest } from '@/lib/routing/route'
import { matchInventory } from './match-inventory'

/** An open order that sells what a quote buys, and what of its sell amount is not filled yet. */
export type OppositeOrder = { readonly order: SignedOrder; readonly remaining: bigint }

/** What an opposite order gives and takes, in atoms. */
export type Fill = {
  readonly order: SignedOrder
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/**
 * How to carry a quote's order out: its amounts are those of the hops and the fills together. Its bound is what the
 * pools alone could give at best.
 */
export type Estimate = Route & { readonly fills: readonly Fill[] }

/** What estimators have to work with; all of it plain data of one block. */
export type Sources = {
  readonly pools: readonly Pool[]
  /** Most generous first. */
  readonly inventory: readonly OppositeOrder[]
  /** The best split over the pools, which several estimators start from. */
  readonly split: (request: RouteRequest) => Route | undefined
}

/** The names of {@link estimators}, of which `path` is the fastest. */
export type EstimatorName = 'path' | 'split' | 'inventory'

/** Finds a way to carry out an order of an exact amount; undefined when it knows none. */
export type Estimator = (sources: Sources, request: RouteRequest) => Estimate | undefined

/**
 * The estimators that compete: the best single path, the split over many, and the split of what opposite open
 * orders leave over. All are pure.
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
 * What the gas of estimates is learnt by: estimates of one shape trade the same tokens through pools of the same
 * kinds in the same sequence, and so cost nearly the same.
 */
export function shapeOf({ hops, fills }: Pick<Estimate, 'hops' | 'fills'>): string {
  const ends = (token: Address) => token.slice(2, 14)
  const steps = hops.map(
    ({ pool, tokenIn, tokenOut }) => `${pool.protocol}:${ends(tokenIn)}>${ends(tokenOut)}`,
  )
  return [...steps, ...fills.map(() => 'fill')].join(' ')
}
