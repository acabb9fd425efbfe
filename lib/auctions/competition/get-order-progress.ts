import { listTrades } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { Exclusion } from '@/lib/core/exclusion'
import { toUnixSeconds } from '@/lib/core/time'
import { exclusionOf } from '@/lib/orders/order-record'
import { lookUpOrder } from '@/lib/orders/queries/order-details-query'
import { findCurrentAuction } from './current-auction-store'
import { deriveProgress, hasTraded, type OrderProgress } from './order-progress'
import { findLatestStandings, findStandingsByTransaction } from './standings-store'

/**
 * Returns an order's progress to settlement, and why it is excluded from auctions if it is.
 * @throws {ServiceError} NotFound.
 */
export async function getOrderProgress(
  ctx: Context,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<OrderProgress & { readonly exclusion: Exclusion | undefined }> {
  const found = await lookUpOrder(ctx, uid)
  if (found?.order.chainId !== chainId) {
    throw new ServiceError('NotFound', 'order status not found')
  }
  const { order } = found
  const exclusion = exclusionOf(order)
  const nowSeconds = toUnixSeconds(ctx.now())
  const nothing = { filledBy: undefined, latest: undefined, auction: undefined }
  if (hasTraded(order)) {
    const newest = { offset: 0, limit: 1 }
    const filter = { orderUid: uid }
    const [trade] = await listTrades(ctx.db, { chainId, filter, ...newest })
    const { txHash = '0x' } = trade ?? {}
    const filledBy = await findStandingsByTransaction(ctx.db, { chainId, txHash })
    return { ...deriveProgress({ ...nothing, order, nowSeconds, filledBy }), exclusion }
  }
  const [latest, auction] = await Promise.all([
    findLatestStandings(ctx.db, chainId),
    findCurrentAuction(ctx.db, chainId),
  ])
  return { ...deriveProgress({ ...nothing, order, nowSeconds, latest, auction }), exclusion }
}
