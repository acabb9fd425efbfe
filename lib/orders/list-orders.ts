import { listAppDataTexts } from '@/lib/app-data/app-data-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { lookUpOrder, type OrderWithAppData } from './order-lookup-store'
import {
  listOrdersByOwner,
  listOrdersByTransaction,
  type OrderRecord,
  type Page,
} from './order-store'

/**
 * The order with this uid on a network.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getOrder(
  ctx: Context,
  { chainId, uid }: { chainId: number; uid: Hex },
): Promise<OrderWithAppData> {
  const found = await lookUpOrder(ctx, uid)
  if (found?.order.chainId !== chainId) throw new ServiceError('NotFound', 'Order was not found')
  return found
}

/** A page of an account's orders on a network, newest first. */
export async function listAccountOrders(
  ctx: Context,
  input: { chainId: number; owner: Address; page: Page },
): Promise<OrderWithAppData[]> {
  return withAppData(ctx, await listOrdersByOwner(ctx.db, input))
}

/** The orders that a transaction filled; none when it is unknown. */
export async function listTransactionOrders(
  ctx: Context,
  { chainId, txHash }: { chainId: number; txHash: Hex },
): Promise<OrderWithAppData[]> {
  return withAppData(ctx, await listOrdersByTransaction(ctx.db, chainId, txHash))
}

async function withAppData(
  ctx: Context,
  orders: readonly OrderRecord[],
): Promise<OrderWithAppData[]> {
  const texts = await listAppDataTexts(
    ctx.db,
    orders.map((order) => order.appData),
  )
  return orders.map((order) => ({ order, fullAppData: texts.get(order.appData) }))
}
