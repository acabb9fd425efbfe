import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { lookUpOrder } from './look-up-order'
import type { OrderDetails } from './order-details'
import { listOrdersOfAccount, listOrdersOfTransaction, type OrderPlace } from './order-list-store'
import { findPageEnd, type Page, rememberPageEnd } from './page-cursors'

/**
 * The order with this uid on a network.
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

/** The orders among `uids` on a network, each once, in the sequence asked for; unknown ones are left out. */
export async function listOrders(
  ctx: Context,
  { chainId, uids }: { readonly chainId: number; readonly uids: readonly Hex[] },
): Promise<OrderDetails[]> {
  const found = await Promise.all([...new Set(uids)].map((uid) => lookUpOrder(ctx, uid)))
  return found.flatMap((details) => (details?.order.chainId === chainId ? [details] : []))
}

/**
 * A page of an account's orders on a network, newest first: those that it owns and those that it placed
 * on chain.
 */
export async function listAccountOrders(
  ctx: Context,
  input: { readonly chainId: number; readonly owner: Address; readonly page: Page },
): Promise<OrderDetails[]> {
  const { chainId, owner: account, page } = input
  const list = `orders:${chainId}:${account}`
  const after = findPageEnd<OrderPlace>(ctx, { list, offset: page.offset })
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
    const end: OrderPlace = { createdAt: last.createdAt, uid: last.uid }
    rememberPageEnd(ctx, { list, offset: page.offset + orders.length }, end)
  }
  return orders
}

/** The orders that a transaction filled; none when it is unknown. */
export async function listTransactionOrders(
  ctx: Context,
  input: { readonly chainId: number; readonly txHash: Hex },
): Promise<OrderDetails[]> {
  return listOrdersOfTransaction(ctx.db, input)
}
