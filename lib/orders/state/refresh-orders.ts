import { linkTrades, readOrderFacts } from '@/lib/chain-events/order-event-store'
import { noFacts } from '@/lib/chain-events/order-events'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { lockOrders } from '@/lib/orders/order-lock-store'
import type { OrderRecord } from '@/lib/orders/order-record'
import { saveOrderStates } from '@/lib/orders/order-state-store'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { deriveState, type OrderState } from './order-state'

/** An order whose state changed, as it was and as it is now. */
export type OrderChange = { readonly before: OrderRecord; readonly after: OrderRecord }

/**
 * Derives the state of orders anew from trades, invalidations, presignatures and cancellations, and
 * saves it. Uids that no placed order has are passed over, but locked like the others: an order that is
 * being placed meanwhile sees the caller's facts, or the caller sees the order.
 *
 * `nowSeconds` decides expiry alone. Call it in the transaction that writes the facts, after them.
 */
export async function refreshOrders(
  tx: Transaction,
  { uids, nowSeconds }: { uids: readonly Hex[]; nowSeconds: number },
): Promise<OrderChange[]> {
  if (uids.length === 0) return []
  await lockOrders(tx, uids)
  await linkTrades(tx, uids)
  const orders = await listOrdersByUids(tx, uids)
  const facts = await readOrderFacts(tx, uids)
  const changes: OrderChange[] = []
  for (const before of orders) {
    const state = deriveState(before, facts.get(before.uid) ?? noFacts, nowSeconds)
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
