import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** The part of a notification that its cause decides. */
export type CheckedNotification = {
  readonly id: string
  readonly type: string
  readonly orderUid: Hex
  readonly createdAt: Date
}

/** Returns the uids of the orders that the newest trades of a network filled, from a block on. */
export async function listFilledUids(
  db: Transaction,
  {
    chainId,
    fromBlock,
    limit,
  }: { readonly chainId: number; readonly fromBlock: bigint; readonly limit: number },
): Promise<Hex[]> {
  const rows = await db.trade.findMany({
    where: { chainId, blockNumber: { gte: fromBlock }, knownUid: { not: null } },
    orderBy: { blockNumber: 'desc' },
    take: limit,
    select: { orderUid: true },
  })
  return rows.map(({ orderUid }) => orderUid as Hex)
}

/** Returns the uids of the orders of the newest notifications that fills cause. */
export async function listNotifiedUids(
  db: Transaction,
  { chainId, limit }: { readonly chainId: number; readonly limit: number },
): Promise<Hex[]> {
  // The newest of all networks: an index by network would exist for this alone.
  const rows = await db.$queryRaw<{ uid: Hex }[]>`
    SELECT order_uid AS uid FROM (
      SELECT chain_id, order_uid, type FROM notifications ORDER BY sequence DESC LIMIT ${limit}
    ) newest WHERE chain_id = ${chainId} AND type IN ('order_filled', 'order_partially_filled', 'price_improvement')`
  return rows.map(({ uid }) => uid)
}

/** Returns the notifications about fills of these orders. */
export async function listFillNotifications(
  db: Transaction,
  uids: readonly Hex[],
): Promise<CheckedNotification[]> {
  const rows = await db.notification.findMany({
    where: {
      orderUid: { in: [...uids] },
      type: { in: ['order_filled', 'order_partially_filled', 'price_improvement'] },
    },
    select: { id: true, type: true, orderUid: true, createdAt: true },
  })
  return rows.map((row) => ({ ...row, orderUid: row.orderUid as Hex }))
}

/** Returns those of these orders that exist on a network. */
export async function listOwnUids(
  db: Transaction,
  chainId: number,
  uids: readonly Hex[],
): Promise<Hex[]> {
  const where = { uid: { in: [...uids] }, chainId }
  const rows = await db.order.findMany({ where, select: { uid: true } })
  return rows.map(({ uid }) => uid as Hex)
}
