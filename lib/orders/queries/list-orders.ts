import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { OrderDetails } from './order-details'
import {
  listOrdersOfAccount,
  listOrdersOfTransaction,
  lookUpOrder,
  type OrderKey,
} from './order-details-query'
import { findPageCursor, type Page, savePageCursor } from './page-cursors'

/**
 * Returns the order with this uid on a network.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getOrder(
  ctx: Context,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<OrderDetails> {
  const found = await lookUpOrder(ctx, uid)
  if (found?.order.chainId !== chainId) throw new ServiceError('NotFound', 'Order was not found')
  return found
}

/** Lists the orders among `uids` on a network, each once and in the requested sequence. Omits unknown uids. */
export async function listOrders(
  ctx: Context,
  { chainId, uids }: { readonly chainId: number; readonly uids: readonly Hex[] },
): Promise<OrderDetails[]> {
  const found = await Promise.all([...new Set(uids)].map((uid) => lookUpOrder(ctx, uid)))
  return found.flatMap((details) => (details?.order.chainId === chainId ? [details] : []))
}

/** Lists a page of an account's orders on a network, newest first: orders it owns and orders it placed on chain. */
export async function listAccountOrders(
  ctx: Context,
  input: { readonly chainId: number; readonly owner: Address; readonly page: Page },
): Promise<OrderDetails[]> {
  const { chainId, owner: account, page } = input
  const list = `orders:${chainId}:${account}`
  const after = findPageCursor<OrderKey>(ctx, { list, offset: page.offset })
  const offset = after ? 0 : page.offset
  const orders = await listOrdersOfAccount(ctx.db, {
    chainId,
    account,
    limit: page.limit,
    offset,
    after,
  })
  const last = orders.at(-1)?.order
  if (last) {
    const end: OrderKey = { createdAt: last.createdAt, uid: last.uid }
    savePageCursor(ctx, { list, offset: page.offset + orders.length }, end)
  }
  return orders
}

/** Lists the orders filled by a transaction; empty when the transaction is unknown. */
export async function listTransactionOrders(
  ctx: Context,
  input: { readonly chainId: number; readonly txHash: Hex },
): Promise<OrderDetails[]> {
  return listOrdersOfTransaction(ctx.db, input)
}
