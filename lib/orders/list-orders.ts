import { findAppDataText, listAppDataTexts } from '@/lib/app-data/app-data-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import {
  findOrder,
  listOrdersByOwner,
  listOrdersByTransaction,
  type OrderRecord,
  type Page,
} from './order-store'

/** An order and the text of its app data document, when there is one. */
export type OrderWithAppData = {
  readonly order: OrderRecord
  readonly fullAppData: string | undefined
}

/**
 * The order with this uid on a network.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getOrder(
  ctx: Context,
  { chainId, uid }: { chainId: number; uid: Hex },
): Promise<OrderWithAppData> {
  const order = await findOrder(ctx.db, chainId, uid)
  if (!order) throw new ServiceError('NotFound', 'Order was not found')
  return { order, fullAppData: await findAppDataText(ctx.db, order.appData) }
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
