import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import type { OrderRecord } from '@/lib/orders/order-record'

/** Returns open orders of a network whose `trueValidTo` is before `nowSeconds`, earliest expiry first. */
export async function listPastOrders(
  db: Transaction,
  { chainId, nowSeconds, limit }: { chainId: number; nowSeconds: number; limit: number },
): Promise<Hex[]> {
  const rows = await db.order.findMany({
    where: { chainId, status: 'open', trueValidTo: { lt: BigInt(nowSeconds) } },
    orderBy: [{ trueValidTo: 'asc' }, { uid: 'asc' }],
    take: limit,
    select: { uid: true },
  })
  return rows.map(({ uid }) => uid as Hex)
}

type Query = {
  readonly chainId: number
  /** Contracts that own the orders. */
  readonly owners: readonly Address[]
  /** Unix seconds: orders that expired earlier are left to their owners. */
  readonly endedSince: number
  readonly now: Date
}

/** Rows per query, small enough for one transaction's locks. */
const limit = 200

/**
 * Returns expired on-chain orders that are not fully filled or refunded, earliest expiry first. Omits those
 * frozen after their refunds reverted.
 */
export async function listUnrefunded(
  db: Transaction,
  { chainId, owners, endedSince, now }: Query,
): Promise<OrderRecord[]> {
  const rows = await db.order.findMany({
    where: {
      chainId,
      status: 'expired',
      owner: { in: [...owners] },
      onchainSender: { not: null },
      signed: true,
      trueValidTo: { gte: BigInt(endedSince) },
      OR: [{ frozenUntil: null }, { frozenUntil: { lte: now } }],
    },
    orderBy: [{ trueValidTo: 'asc' }, { uid: 'asc' }],
    take: limit,
  })
  const where = { chainId, orderUid: { in: rows.map(({ uid }) => uid) } }
  const refunds = await db.orderRefund.findMany({ where, select: { orderUid: true } })
  const refunded = new Set(refunds.map(({ orderUid }) => orderUid))
  return rows.filter(({ uid }) => !refunded.has(uid)).map(toRecord)
}
