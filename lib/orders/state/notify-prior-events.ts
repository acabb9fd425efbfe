import type { NewOrderNotification } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import {
  cancellationNotification,
  type Fill,
  fillNotification,
} from '@/lib/notifications/order-notifications'
import type { KnownTokens } from '@/lib/notifications/order-text'
import { saveFactNotifications } from '@/lib/notifications/save-fact-notifications'
import type { OrderRecord } from '@/lib/orders/order-record'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { listPriorFills, listPriorInvalidations, type PriorInvalidation } from './prior-event-query'

/**
 * Notifies of fills and on-chain cancellations indexed before their orders were submitted. Uses the ids that the
 * indexer would have used, so that a reorg retracts them like any others. Omits the comparison with the quote, which
 * came later.
 *
 * Call it in the transaction that saves the orders, with the refreshed records. Each order's events are of its network.
 */
export async function notifyPriorEvents(
  tx: Transaction,
  orders: readonly OrderRecord[],
): Promise<void> {
  if (orders.length === 0) return
  const uids = orders.map(({ uid }) => uid)
  const [fills, invalidations] = await Promise.all([
    listPriorFills(tx, uids),
    listPriorInvalidations(tx, uids),
  ])
  for (const order of orders) {
    const own = { fills: fills.get(order.uid) ?? [], invalidation: invalidations.get(order.uid) }
    const tokens = await findKnownTokens(tx, order.chainId, [order])
    await saveFactNotifications(tx, notificationsOf(order, tokens, own))
  }
}

type PriorEvents = {
  readonly fills: readonly Fill[]
  readonly invalidation: PriorInvalidation | undefined
}

function notificationsOf(
  order: OrderRecord,
  tokens: KnownTokens,
  { fills, invalidation }: PriorEvents,
): NewOrderNotification[] {
  const notifications: NewOrderNotification[] = []
  let sums = { ...order, executedSell: 0n, executedBuy: 0n, executedFee: 0n }
  for (const fill of fills) {
    sums = {
      ...sums,
      executedSell: sums.executedSell + fill.sellAmount,
      executedBuy: sums.executedBuy + fill.buyAmount,
      executedFee: sums.executedFee + fill.feeAmount,
    }
    notifications.push(fillNotification(sums, tokens, fill))
  }
  if (order.status === 'cancelled' && !order.cancelledAt && invalidation) {
    const cancellation = { reason: 'onchain_cancellation', event: invalidation } as const
    notifications.push(cancellationNotification(order, tokens, cancellation))
  }
  return notifications
}
