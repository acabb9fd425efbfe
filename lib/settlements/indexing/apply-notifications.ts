import { type IndexedEvent, placeKey } from '@/lib/chain-events/contract-event'
import { type DroppedEvent, listFirstEvents } from '@/lib/chain-events/event-store'
import type { Hex } from '@/lib/core/bytes'
import type { NewOrderNotification, PublicType } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { notificationId } from '@/lib/notifications/notification-id'
import {
  cancellationNotification,
  type Fill,
  fillNotification,
  priceImprovementNotification,
} from '@/lib/notifications/order-notifications'
import type { KnownTokens } from '@/lib/notifications/order-text'
import { saveCorrections, saveFactNotifications } from '@/lib/notifications/save-fact-notifications'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findOffers } from '@/lib/orders/placement/order-quote-store'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { type Exchange, findImprovement } from './price-improvement'

type Invalidation = Extract<IndexedEvent, { kind: 'invalidation' }>

/** The events that a batch of blocks removed and added. */
export type AppliedEvents = {
  readonly dropped: readonly DroppedEvent[]
  /** In chain order. */
  readonly inserted: readonly IndexedEvent[]
}

/** Of which network events notify, and from when on. */
export type NotifiedSite = {
  readonly chainId: number
  /** Unix seconds before which events notify nobody: their notifications may be deleted already. */
  readonly notifiedFrom: number
}

/** Retracts the notifications of removed events, and notifies owners of new ones, which it returns. */
export async function applyNotifications(
  tx: Transaction,
  { chainId, notifiedFrom }: NotifiedSite,
  { dropped, inserted: all }: AppliedEvents,
): Promise<readonly NewOrderNotification[]> {
  const inserted = all.filter(({ timestamp }) => timestamp >= notifiedFrom)
  await saveCorrections(
    tx,
    dropped.flatMap((event) => notificationsOf(chainId, event)),
  )
  const uids = [
    ...new Set(inserted.flatMap((event) => ('orderUid' in event ? [event.orderUid] : []))),
  ]
  if (uids.length === 0) return []
  const stored = new Map((await listOrdersByUids(tx, uids)).map((order) => [order.uid, order]))
  // Rows come in any order; accounts are notified in chain order.
  const orders = uids
    .flatMap((uid) => stored.get(uid) ?? [])
    .filter((order) => order.chainId === chainId)
  if (orders.length === 0) return []
  const tokens = await findKnownTokens(tx, chainId, orders)
  const cancelled = await findCancellations(tx, chainId, orders, inserted)
  const offers = await findOffers(
    tx,
    orders.map(({ uid }) => uid),
  )
  return saveFactNotifications(tx, [
    ...orders.flatMap((order) =>
      notifyFills(order, fillsOf(inserted, order.uid), { tokens, offers }),
    ),
    ...cancelled.map(({ order, event }) =>
      cancellationNotification(order, tokens, { reason: 'onchain_cancellation', event }),
    ),
  ])
}

/** Types without an event behind them. The function that saves one also retracts it: applyExpiries, correctShortfalls. */
type WithoutEvent = 'order_expired' | 'insufficient_balance'

/** The event behind each other type. A type that is missing here would survive a reorg, so it does not compile. */
const causes: Readonly<Record<Exclude<PublicType, WithoutEvent>, DroppedEvent['kind']>> = {
  order_filled: 'trade',
  order_cancelled: 'invalidation',
  order_partially_filled: 'trade',
  price_improvement: 'trade',
}
const causedTypes = Object.keys(causes) as (keyof typeof causes)[]

/** Returns the ids of all notifications that an event may have caused. */
function notificationsOf(chainId: number, { kind, orderUid, ...fact }: DroppedEvent): string[] {
  return causedTypes
    .filter((type) => causes[type] === kind)
    .map((type) => notificationId({ type, chainId, orderUid }, fact))
}

function fillsOf(events: readonly IndexedEvent[], uid: Hex): Fill[] {
  return events.flatMap((event) =>
    event.kind === 'trade' && event.orderUid === uid ? [event] : [],
  )
}

type Known = {
  readonly tokens: KnownTokens
  readonly offers: ReadonlyMap<Hex, Exchange>
}

/** One notification per fill, and another one if its price was better than expected. */
function notifyFills(
  order: OrderRecord,
  fills: readonly Fill[],
  { tokens, offers }: Known,
): NewOrderNotification[] {
  const limit = { ...order, sellAmount: order.sellAmount + order.feeAmount }
  // The row holds the sums after all fills, so they are subtracted from the last fill backwards.
  const created: NewOrderNotification[] = []
  let sums = order
  for (const fill of [...fills].reverse()) {
    const improvement = findImprovement(limit, fill, offers.get(order.uid))
    if (improvement) {
      created.push(priceImprovementNotification(order, tokens, { fill, ...improvement }))
    }
    created.push(fillNotification(sums, tokens, fill))
    sums = {
      ...sums,
      executedSell: sums.executedSell - fill.sellAmount,
      executedBuy: sums.executedBuy - fill.buyAmount,
      executedFee: sums.executedFee - fill.feeAmount,
    }
  }
  return created.reverse()
}

/** Invalidations that ended an open order; later or repeated ones have no effect. */
async function findCancellations(
  tx: Transaction,
  chainId: number,
  orders: readonly OrderRecord[],
  events: readonly IndexedEvent[],
): Promise<{ order: OrderRecord; event: Invalidation }[]> {
  const open = new Map(
    orders
      .filter(({ status, cancelledAt }) => status === 'cancelled' && !cancelledAt)
      .map((order) => [order.uid, order]),
  )
  const places = await listFirstEvents(tx, 'invalidation', { chainId, uids: [...open.keys()] })
  const first = new Set(places.map(placeKey))
  return events.flatMap((event) => {
    if (event.kind !== 'invalidation') return []
    const order = open.get(event.orderUid)
    const isFirst = first.has(placeKey(event))
    return order && isFirst && event.timestamp <= order.trueValidTo ? [{ order, event }] : []
  })
}
