import { linkTrades } from '@/lib/chain-events/event-store'
import { readOrderEvents } from '@/lib/chain-events/order-event-query'
import { noEvents } from '@/lib/chain-events/order-events'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { lockOrders } from '@/lib/orders/order-lock-store'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { deriveState, type OrderState } from './order-state'
import { saveOrderStates } from './order-state-store'

/** An order before and after a state change. */
export type OrderChange = { readonly before: OrderRecord; readonly after: OrderRecord }

/**
 * Recomputes the state of orders from trades, invalidations, presignatures and cancellations, and saves it. Locks uids
 * without a placed order too, so that a concurrent placement sees the caller's events or the caller sees the order.
 *
 * `nowSeconds` affects expiry only. Call it after writing the events, in the same transaction.
 */
export async function refreshOrders(
  tx: Transaction,
  { uids, nowSeconds }: { uids: readonly Hex[]; nowSeconds: number },
): Promise<OrderChange[]> {
  if (uids.length === 0) return []
  await lockOrders(tx, uids)
  await linkTrades(tx, uids)
  const orders = await listOrdersByUids(tx, uids)
  const events = await readOrderEvents(tx, uids)
  const changes: OrderChange[] = []
  for (const before of orders) {
    const state = deriveState(before, events.get(before.uid) ?? noEvents, nowSeconds)
    if (!hasChanged(before, state)) continue
    changes.push({ before, after: { ...before, ...state } })
  }
  await saveOrderStates(
    tx,
    changes.map(({ after }) => after),
  )
  return changes
}

function hasChanged(before: OrderState, after: OrderState): boolean {
  return (Object.keys(after) as (keyof OrderState)[]).some((key) => before[key] !== after[key])
}
