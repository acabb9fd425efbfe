import { listPresignedUids } from '@/lib/chain-events/order-event-store'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError, type ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { countOpenOrders, type OpenOrderCounts } from '@/lib/orders/queries/open-order-store'
import { limitOpenOrders } from './limit-open-orders'

/**
 * Returns the limited placements that exceed their owners' limits, each with its error. Placements count cumulatively,
 * in sequence. Presign orders already signed on chain are exempt. The owners and orders must be locked.
 */
export async function refuseOverLimits<P extends { readonly order: NewOrder }>(
  ctx: Context,
  tx: Transaction,
  limited: readonly P[],
): Promise<Map<P, ServiceError>> {
  const refusals = new Map<P, ServiceError>()
  if (limited.length === 0) return refusals
  const counts = await countByOwner(ctx, tx, limited)
  const presigned = await listPresigned(tx, limited)
  for (const placement of limited) {
    const { order } = placement
    if (presigned.has(order.uid)) continue
    const count = counts.get(keyOf(order)) ?? { outOfMarket: 0, waiting: 0 }
    try {
      limitOpenOrders(ctx, order, count)
    } catch (error) {
      if (!isServiceError(error)) throw error
      refusals.set(placement, error)
      continue
    }
    counts.set(keyOf(order), withOne(order, count))
  }
  return refusals
}

async function listPresigned(
  tx: Transaction,
  limited: readonly { readonly order: NewOrder }[],
): Promise<ReadonlySet<Hex>> {
  const orders = limited.flatMap(({ order }) => (order.signingScheme === 'presign' ? order : []))
  return new Set(orders.length === 0 ? [] : await listPresignedUids(tx, orders))
}

async function countByOwner(
  ctx: Context,
  tx: Transaction,
  limited: readonly { readonly order: NewOrder }[],
): Promise<Map<string, OpenOrderCounts>> {
  const owners = [...new Map(limited.map(({ order }) => [keyOf(order), order])).values()]
  const nowSeconds = toUnixSeconds(ctx.now())
  const counts = await countOpenOrders(tx, { owners, nowSeconds })
  return new Map(counts.map((count, index) => [keyOf(owners[index] as NewOrder), count]))
}

function withOne({ signingScheme }: NewOrder, count: OpenOrderCounts): OpenOrderCounts {
  return signingScheme === 'presign'
    ? { ...count, waiting: count.waiting + 1 }
    : { ...count, outOfMarket: count.outOfMarket + 1 }
}

function keyOf({ chainId, owner }: NewOrder): string {
  return `${chainId}:${owner}`
}
