import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrders, overwriteOrders } from '@/lib/orders/placement/order-insertion-store'
import type { PlacementError } from '@/prisma/generated/client'

/**
 * Stores orders placed on chain. Overwrites an order that exists already, after a reorg or an off-chain submission,
 * with the terms of this placement. The caller must hold the orders' locks.
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

/** Records why placed orders are not solvable, unless a reason is already stored. */
export async function notePlacementErrors(
  db: Transaction,
  uids: readonly Hex[],
  placementError: PlacementError,
): Promise<void> {
  const where = { uid: { in: [...uids] }, placementError: null }
  await db.order.updateMany({ where, data: { placementError } })
}
