import type { Transaction } from '@/lib/db/database'
import type { NewNotification } from '@/lib/notifications/notification'
import {
  cancellationNotification,
  type Fill,
  fillNotification,
} from '@/lib/notifications/order-notifications'
import type { KnownTokens } from '@/lib/notifications/order-text'
import { saveFactNotifications } from '@/lib/notifications/save-fact-notifications'
import type { OrderRecord } from '@/lib/orders/order-record'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { type EarlyInvalidation, listEarlyFills, listEarlyInvalidations } from './prior-event-store'

/**
 * Tells of fills and on-chain cancellations that were indexed before their orders were submitted, under the
 * ids that the indexer would have used, so that a reorganisation takes them back like all others. How a
 * price compares with a quote that came later is not told. Call it in the transaction that saves the
 * orders, with the records as the facts left them; orders of one network each.
 */
export async function notifyPriorEvents(
  tx: Transaction,
  orders: readonly OrderRecord[],
): Promise<void> {
  if (orders.length === 0) return
  const uids = orders.map(({ uid }) => uid)
  const [fills, invalidations] = await Promise.all([
    listEarlyFills(tx, uids),
    listEarlyInvalidations(tx, uids),
  ])
  for (const order of orders) {
    const own = { fills: fills.get(order.uid) ?? [], invalidation: invalidations.get(order.uid) }
    const tokens = await findKnownTokens(tx, order.chainId, [order])
    await saveFactNotifications(tx, notificationsOf(order, tokens, own))
  }
}

type EarlyFacts = {
  readonly fills: readonly Fill[]
  readonly invalidation: EarlyInvalidation | undefined
}

function notificationsOf(
  order: OrderRecord,
  tokens: KnownTokens,
  { fills, invalidation }: EarlyFacts,
): NewNotification[] {
  const told: NewNotification[] = []
  let sums = { ...order, executedSell: 0n, executedBuy: 0n, executedFee: 0n }
  for (const fill of fills) {
    sums = {
      ...sums,
      executedSell: sums.executedSell + fill.sellAmount,
      executedBuy: sums.executedBuy + fill.buyAmount,
      executedFee: sums.executedFee + fill.feeAmount,
    }
    told.push(fillNotification(sums, tokens, fill))
  }
  if (order.status === 'cancelled' && !order.cancelledAt && invalidation) {
    const cancellation = { reason: 'onchain_cancellation', event: invalidation } as const
    told.push(cancellationNotification(order, tokens, cancellation))
  }
  return told
}
