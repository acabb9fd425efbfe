import { type Context, contextCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { OrderRecord } from '@/lib/orders/order-record'
import type { OppositeOrder } from '@/lib/quotes/estimator'
import type { Inventory } from '@/lib/quotes/quote-market'
import { listOpenSales } from './open-sale-store'

/** Milliseconds for which the open orders of a pair are taken as they were read, and pairs that are kept. */
const keptMs = 1_000
const keptPairs = 500

/** Orders of a pair that a quote looks at. */
const max = 8

/**
 * Open orders that sell what a pair buys for what it sells and call nothing, most generous first. Whether their
 * owners can pay is not checked: who uses one simulates it.
 */
export const listOppositeOrders: Inventory = (ctx, { chainId, pair }) =>
  contextCache(ctx, 'orders:opposite', {
    key: `${chainId}/${pair.sellToken}/${pair.buyToken}`,
    forMs: keptMs,
    max: keptPairs,
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
