import type { Trade } from '@/lib/chain-events/trade-query'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import {
  type ChangeQuery,
  listChangedOrders,
  listMissedNotifications,
  listNewNotifications,
  listNewTrades,
  maxMissed,
  type NumberedNotification,
  type Written,
} from './account-change-query'

/** Changes of some accounts' orders, trades and notifications between two snapshots. */
export type AccountChanges = {
  readonly orders: readonly Written<OrderDetails>[]
  readonly trades: readonly Written<Trade>[]
  readonly notifications: readonly Written<NumberedNotification>[]
}

/**
 * Returns the changes since a snapshot a few seconds ago. An order is found because it is open, because a notification
 * reports its end, or because it is in `unsigned`, whose end produces no notification. The transaction that writes a
 * trade also changes its order.
 */
export async function listRecentChanges(
  tx: Transaction,
  query: ChangeQuery,
  unsigned: readonly Hex[],
): Promise<AccountChanges> {
  const notifications = await listNewNotifications(tx, query)
  return complete(tx, query, { notifications, named: unsigned, newest: 0 })
}

/**
 * Returns the changes of one account since any snapshot; undefined when there are more than a stream replays. Orders
 * that ended without a notification are found among the newest ones.
 */
export async function listMissedChanges(
  tx: Transaction,
  query: ChangeQuery,
): Promise<AccountChanges | undefined> {
  const notifications = await listMissedNotifications(tx, query)
  if (notifications.length === maxMissed) return undefined
  return complete(tx, query, { notifications, named: [], newest: maxMissed })
}

type Found = Pick<AccountChanges, 'notifications'> & {
  readonly named: readonly Hex[]
  readonly newest: number
}

async function complete(
  tx: Transaction,
  query: ChangeQuery,
  { notifications, named, newest }: Found,
): Promise<AccountChanges> {
  const notifiedUids = notifications.map(({ value }) => value.notification.orderUid)
  const orderQuery = { ...query, named: [...named, ...notifiedUids], newest }
  const orders = await listChangedOrders(tx, orderQuery)
  const uids = orders.map(({ value }) => value.order.uid)
  return { orders, trades: await listNewTrades(tx, query, uids), notifications }
}
