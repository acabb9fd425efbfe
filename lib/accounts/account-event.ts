import type { Trade } from '@/lib/chain-events/trade-query'
import type { Address } from '@/lib/core/address'
import type { OrderNotification } from '@/lib/core/notification'
import { viewNotification } from '@/lib/notifications/notification-view'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import { viewOrder, viewTrade } from '@/lib/orders/queries/order-view'
import type { PositionedFact } from './event-cursor'
import type { AccountEvent } from './follower'
import type { AccountChanges } from './list-account-changes'

type OrderView = ReturnType<typeof viewOrder>
type TradeView = ReturnType<typeof viewTrade>
type NotificationView = ReturnType<typeof viewNotification>

/** The first event of an account's stream, newest items first. */
export type AccountSnapshot = {
  readonly orders: readonly OrderView[]
  readonly notifications: readonly NotificationView[]
}

/** Data of an account's stream events: `snapshot`, `order`, `trade` or `notification`. */
export type AccountEventData = AccountSnapshot | OrderView | TradeView | NotificationView

/** An event of an account before it gets an id for its stream position. */
export type AccountFact = PositionedFact & {
  readonly account: Address
  readonly event: 'order' | 'trade' | 'notification'
  readonly data: AccountEventData
}

/** Builds the first event of a stream. */
export function snapshotEvent(
  orders: readonly OrderDetails[],
  notifications: readonly OrderNotification[],
): AccountEvent<AccountEventData> {
  const data = { orders: orders.map(viewOrder), notifications: notifications.map(viewNotification) }
  return { event: 'snapshot', data }
}

/**
 * Builds the events of some accounts: current orders, then trades, then notifications. An order owned by one account
 * and placed by another is sent to both.
 */
export function accountFacts(
  { orders, trades, notifications }: AccountChanges,
  accounts: { has(account: Address): boolean },
): AccountFact[] {
  const concerned = new Map(
    orders.map(({ value: { order } }) => [
      order.uid,
      partiesOf(order).filter((a) => accounts.has(a)),
    ]),
  )
  const ofOrders = orders.flatMap(({ value, version }): AccountFact[] => {
    const fact = {
      version,
      key: `1${value.order.uid}`,
      event: 'order',
      data: viewOrder(value),
    } as const
    return (concerned.get(value.order.uid) ?? []).map((account) => ({ ...fact, account }))
  })
  const ofTrades = trades.flatMap(({ value, version }): AccountFact[] => {
    const fact = { version, key: tradeKey(value), event: 'trade', data: viewTrade(value) } as const
    return (concerned.get(value.orderUid) ?? []).map((account) => ({ ...fact, account }))
  })
  const unread = notifications.filter(({ value }) => !value.isRead)
  const ofUnread = unread.map(({ value: { notification, sequence }, version }): AccountFact => {
    const key = `3${padded(sequence)}`
    const { account } = notification
    return { version, key, account, event: 'notification', data: viewNotification(notification) }
  })
  return [...ofOrders, ...ofTrades, ...ofUnread]
}

function partiesOf({ owner, onchainSender }: OrderDetails['order']): Address[] {
  return onchainSender && onchainSender !== owner ? [owner, onchainSender] : [owner]
}

function tradeKey({ blockNumber, logIndex, txHash }: Trade): string {
  return `2${padded(blockNumber)}${padded(BigInt(logIndex))}${txHash}`
}

function padded(number: bigint): string {
  return number.toString().padStart(19, '0')
}
