import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { listOrders } from '@/lib/orders/queries/list-orders'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import { type CurrentAuction, findCurrentAuction } from './current-auction-store'

/** The current auction with its full orders, oldest first. */
export type AuctionWithOrders = CurrentAuction & {
  readonly orders: readonly OrderDetails[]
  /** The volume fee of every fill. */
  readonly volumeFeeBps: number
}

/**
 * Returns the current auction of a network; without orders if there is nothing to settle.
 * @throws {ServiceError} NotFound before the first auction.
 */
export async function getCurrentAuction(ctx: Context, chainId: number): Promise<AuctionWithOrders> {
  const auction = await findCurrentAuction(ctx.db, chainId)
  if (!auction) throw new ServiceError('NotFound', 'there has been no auction yet')
  const orders = await listOrders(ctx, { chainId, uids: auction.orderUids })
  return { ...auction, orders, volumeFeeBps: ctx.config.volumeFeeBps }
}
