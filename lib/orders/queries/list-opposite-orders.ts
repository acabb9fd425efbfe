import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { OrderRecord } from '@/lib/orders/order-record'
import type { OppositeOrder } from '@/lib/quotes/estimator'
import type { Inventory } from '@/lib/quotes/quote-market'
import { listOpenSales } from './open-order-query'

/** Lifetime in milliseconds of a pair's open orders: no longer than the shortest block time, so that quotes follow. */
const cacheMs = 1_000

/** Maximum number of cached pairs, to bound memory. */
const maxPairs = 500

/** Maximum number of orders of a pair that a quote considers. It fills three at most; some may not accept its price. */
const max = 8

/** Open orders by pair. */
export const oppositeOrders = defineCache<readonly OppositeOrder[]>('orders/opposite', {
  forMs: cacheMs,
  max: maxPairs,
})

/**
 * Lists open orders in the opposite direction of a pair that have no interactions, best price for the taker first. Does
 * not check their owners' funds: the caller simulates the orders it uses.
 */
export const listOppositeOrders: Inventory = (ctx, { chainId, pair }) =>
  oppositeOrders(ctx, {
    key: `${chainId}/${pair.sellToken}/${pair.buyToken}`,
    load: () => load(ctx, { chainId, sellToken: pair.buyToken, buyToken: pair.sellToken }),
  })

async function load(
  ctx: Context,
  pair: { readonly chainId: number; readonly sellToken: Address; readonly buyToken: Address },
): Promise<readonly OppositeOrder[]> {
  const nowSeconds = toUnixSeconds(ctx.now())
  const sales = await listOpenSales(ctx.db, { ...pair, nowSeconds, limit: max })
  return sales
    .filter(({ interactions: { pre, post } }) => pre.length === 0 && post.length === 0)
    .map((order) => ({ order, remaining: remainingOf(order) }))
    .filter(({ order, remaining }) => remaining > 0n && isFillable(order, remaining))
}

function remainingOf({ sellAmount, executedSell }: OrderRecord): bigint {
  return sellAmount - executedSell
}

function isFillable({ partiallyFillable, sellAmount }: OrderRecord, remaining: bigint): boolean {
  return partiallyFillable || remaining === sellAmount
}
