import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import type { Pool } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import type { Route, RouteRequest } from '@/lib/routing/route'

type Prices = ReadonlyMap<Address, number>

/** Prices that are kept: those of trades that were asked for last. */
const max = 2_000

const newest = new Map<string, Prices>()
const starts = new WeakMap<readonly Pool[], Map<string, Prices | undefined>>()

/**
 * The best route as `findRoute` finds it, begun with the prices at which the last one of a like trade ended in earlier
 * pools. The same question about the same pools begins with the same prices each time, so it has one answer.
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

/** Trades are alike whose tokens are the same and whose amounts have as many digits. */
function keyOf({ sellToken, buyToken, sellAmount, buyAmount }: RouteRequest): string {
  const size = sellAmount === undefined ? `buy ${digits(buyAmount)}` : `sell ${digits(sellAmount)}`
  return `${sellToken} ${buyToken} ${size}`
}

function digits(amount: bigint | undefined): number {
  return String(amount).length
}
