import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrders, overwriteOrders } from '@/lib/orders/placement/order-insertion-store'
import type { PlacementError } from '@/prisma/generated/client'

/**
 * Stores orders that were placed on chain. One that is stored already, because its block was replaced or
 * because someone had submitted it, becomes what this placement says. Hold the locks of the orders.
 */
export async function saveOnchainOrders(
  tx: Transaction,
  orders: readonly NewOrder[],
): Promise<void> {
  const uids = orders.map(({ uid }) => uid)
  const rows = await tx.order.findMany({ where: { uid: { in: uids } }, select: { uid: true } })
  const stored = new Set(rows.map(({ uid }) => uid))
  await insertOrders(
    tx,
    orders.filter(({ uid }) => !stored.has(uid)),
  )
  await overwriteOrders(
    tx,
    orders.filter(({ uid }) => stored.has(uid)),
  )
}

/** Notes why placed orders take part in no auction, where nothing is noted yet. */
export async function notePlacementErrors(
  db: Transaction,
  uids: readonly Hex[],
  placementError: PlacementError,
): Promise<void> {
  const where = { uid: { in: [...uids] }, placementError: null }
  await db.order.updateMany({ where, data: { placementError } })
}
