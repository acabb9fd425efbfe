import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { cancellationNotification } from '@/lib/notifications/order-notifications'
import { lockOrders } from '@/lib/orders/order-lock-store'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { saveCancellation } from '@/lib/orders/state/order-state-store'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { findKnownTokens } from '@/lib/tokens/token-store'

type NamedOrders = { readonly chainId: number; readonly uids: readonly Hex[] }

type Cancellation = NamedOrders & { readonly reason: string }

/**
 * Cancels open orders of a network off chain, all or none, and notifies their owners. Does not authorise the caller.
 *
 * `reason` is `user_signature`, `policy: <reason>` or `replaced: <uid of the new order>`.
 *
 * @throws {ServiceError} as {@link getOpenOrders}, for the first order that is not open.
 */
export async function cancelOpenOrders(ctx: Context, cancellation: Cancellation): Promise<void> {
  const startMs = ctx.now()
  await inTransaction(ctx.db, (tx) => saveCancelledOrders(tx, cancellation, new Date(startMs)))
  recordCancelled(ctx, { ...cancellation, startMs })
}

/** Records in the traces of orders that their owner has cancelled them; call it once they are stored as cancelled. */
export function recordCancelled(
  ctx: Context,
  { chainId, uids, startMs }: NamedOrders & { readonly startMs: number },
): void {
  const facts = { 'coincide.chain_id': chainId }
  ctx.traces.recordOrders(uids, 'order.cancel', { startMs, attributes: facts })
  const attributes = { ...facts, 'coincide.notification': 'order_cancelled' }
  ctx.traces.recordOrders(uids, 'order.notify', { startMs, attributes })
}

/** Runs {@link cancelOpenOrders} within the caller's transaction. */
export async function saveCancelledOrders(
  tx: Transaction,
  cancellation: Cancellation,
  now: Date,
): Promise<void> {
  const { uids, reason } = cancellation
  const nowSeconds = toUnixSeconds(now.getTime())
  await lockOrders(tx, uids)
  await getOpenOrders(tx, cancellation, nowSeconds)
  await saveCancellation(tx, uids, { at: now, reason })
  const changes = await refreshOrders(tx, { uids, nowSeconds })
  // Anyone may submit a presign order in another owner's name, so only the owners of signed ones are notified.
  const notifiable = changes.flatMap(({ after }) => (after.signed ? [after] : []))
  await notify(tx, cancellation, notifiable)
}

/**
 * Returns the orders with these uids, in the same sequence.
 *
 * @throws {ServiceError} OrderNotFound, OrderFullyExecuted, AlreadyCancelled or OrderExpired, for the first that is not
 *   an open order of the network.
 */
export async function getOpenOrders(
  db: Transaction,
  { chainId, uids }: NamedOrders,
  nowSeconds: number,
): Promise<OrderRecord[]> {
  const stored = await listOrdersByUids(db, uids)
  const byUid = new Map(stored.map((order) => [order.uid, order]))
  return uids.map((uid) => {
    const order = byUid.get(uid)
    if (order?.chainId !== chainId) {
      throw new ServiceError('OrderNotFound', `no order has the uid ${uid}`)
    }
    checkOpen(order, nowSeconds)
    return order
  })
}

/**
 * Returns open orders that their owners can cancel by signature.
 *
 * @throws {ServiceError} as {@link getOpenOrders}; OnChainOrder for one that was signed or placed on chain.
 */
export async function getCancellableOrders(
  db: Transaction,
  named: NamedOrders,
  nowSeconds: number,
): Promise<OrderRecord[]> {
  const orders = await getOpenOrders(db, named, nowSeconds)
  for (const { uid, signingScheme, onchainSender } of orders) {
    if (signingScheme !== 'presign' && onchainSender === undefined) continue
    throw new ServiceError(
      'OnChainOrder',
      `the order ${uid} was signed or placed on chain; cancel it there (setPreSignature, invalidateOrder)`,
    )
  }
  return orders
}

function checkOpen(order: OrderRecord, nowSeconds: number): void {
  const { uid, status } = order
  if (status === 'fulfilled') {
    throw new ServiceError('OrderFullyExecuted', `the order ${uid} is filled`)
  }
  if (status === 'cancelled') {
    throw new ServiceError('AlreadyCancelled', `the order ${uid} is cancelled already`)
  }
  if (status === 'expired' || order.trueValidTo < nowSeconds) {
    throw new ServiceError('OrderExpired', `the order ${uid} has expired`)
  }
}

async function notify(
  tx: Transaction,
  { chainId, reason }: { chainId: number; reason: string },
  orders: readonly OrderRecord[],
): Promise<void> {
  const tokens = await findKnownTokens(tx, chainId, orders)
  await saveNotifications(
    tx,
    orders.map((order) => cancellationNotification(order, tokens, { reason })),
  )
}
