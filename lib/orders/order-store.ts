import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { toRecord } from './order-columns'
import type { OrderRecord } from './order-record'

/** Returns the order with this uid on a network. */
export async function findOrder(
  db: Transaction,
  chainId: number,
  uid: Hex,
): Promise<OrderRecord | undefined> {
  const row = await db.order.findFirst({ where: { uid, chainId } })
  return row ? toRecord(row) : undefined
}

/** Returns the orders among `uids`, in no particular order. */
export async function listOrdersByUids(
  db: Transaction,
  uids: readonly Hex[],
): Promise<OrderRecord[]> {
  const rows = await db.order.findMany({ where: { uid: { in: [...uids] } } })
  return rows.map(toRecord)
}
