import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { listOrders } from '@/lib/orders/queries/list-orders'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import { type CurrentAuction, findCurrentAuction } from './current-auction-store'

/** The auction of the moment with its orders in full, oldest first. */
export type AuctionWithOrders = CurrentAuction & {
  readonly orders: readonly OrderDetails[]
  /** What every fill pays the service by volume. */
  readonly volumeFeeBps: number
}

/**
 * What is up for settlement on a network now; without orders while there is nothing to settle.
 *
 * @throws {ServiceError} NotFound before the first auction.
 */
export async function getCurrentAuction(ctx: Context, chainId: number): Promise<AuctionWithOrders> {
  const auction = await findCurrentAuction(ctx.db, chainId)
  if (!auction) throw new ServiceError('NotFound', 'there has been no auction yet')
  const orders = await listOrders(ctx, { chainId, uids: auction.orderUids })
  return { ...auction, orders, volumeFeeBps: ctx.config.volumeFeeBps }
}
