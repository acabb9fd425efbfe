import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import type { Pool } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'

type Prices = ReadonlyMap<Address, number>

/** Maximum number of cached searches, to bound memory; the oldest go first. */
const max = 2_000

const newest = new Map<string, Prices>()
const starts = new WeakMap<readonly Pool[], Map<string, Prices | undefined>>()

/**
 * Finds the best route like `findRoute`, starting from the final prices of the last similar search on earlier pools.
 * The same question on the same pools always starts from the same prices, so it has one answer.
 */
export function findWarmRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const key = keyOf(request)
  const ofPools = starts.get(pools) ?? new Map<string, Prices | undefined>()
  starts.set(pools, ofPools)
  if (!ofPools.has(key)) ofPools.set(key, newest.get(key))
  const found = findRoute(pools, { ...request, prices: ofPools.get(key) })
  if (!found) return undefined
  const { prices, ...route } = found
  if (prices) setBounded(newest, { key, value: prices, max })
  return route
}

/** Trades are similar if their tokens are equal and their amounts have the same number of digits. */
function keyOf({ sellToken, buyToken, sellAmount, buyAmount }: RouteRequest): string {
  const size = sellAmount === undefined ? `buy ${digits(buyAmount)}` : `sell ${digits(sellAmount)}`
  return `${sellToken} ${buyToken} ${size}`
}

function digits(amount: bigint | undefined): number {
  return String(amount).length
}
