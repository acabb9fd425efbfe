import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { retractedErrors } from '@/lib/outbox/delivery-store'
import { describeFailure, parseFailure } from '@/lib/outbox/failure'

/** An abandoned delivery of a notification. */
export type DeadDelivery = {
  readonly id: bigint
  readonly notificationId: string
  readonly attempts: number
  /** In English. */
  readonly lastError: string | undefined
  readonly dueAt: Date
}

/** An open order excluded from auctions for a time, after its settlements reverted. */
export type QuarantinedOrder = {
  readonly uid: Hex
  readonly chainId: number
  readonly failedSettlements: number
  readonly frozenUntil: Date
  readonly createdAt: Date
}

/** A settlement that was signed but never mined. */
export type AbandonedSettlement = {
  readonly id: bigint
  readonly chainId: number
  readonly txHash: Hex
  readonly error: string | undefined
  readonly createdAt: Date
}

type Range = { readonly limit: number }

/** Lists the abandoned deliveries that may be retried, newest first; only `ids` if given. */
export async function listDeadDeliveries(
  db: Transaction,
  { limit, ids }: Range & { readonly ids?: readonly bigint[] },
): Promise<DeadDelivery[]> {
  const rows = await db.delivery.findMany({
    where: {
      state: 'dead',
      // Deliveries of retracted notifications do not count as abandoned.
      OR: [{ lastError: null }, { lastError: { notIn: [...retractedErrors] } }],
      ...(ids ? { id: { in: [...ids] } } : {}),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map((row) => ({
    ...row,
    lastError: row.lastError === null ? undefined : describeFailure(parseFailure(row.lastError)),
  }))
}

/** Lists the orders that are quarantined at a time, newest first; only `uids` if given. */
export async function listQuarantinedOrders(
  db: Transaction,
  { limit, uids, at }: Range & { readonly uids?: readonly Hex[]; readonly at: Date },
): Promise<QuarantinedOrder[]> {
  const rows = await db.order.findMany({
    where: {
      status: 'open',
      frozenUntil: { gt: at },
      ...(uids ? { uid: { in: [...uids] } } : {}),
    },
    orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }],
    take: limit,
  })
  return rows.map((row) => ({
    ...row,
    uid: row.uid as Hex,
    frozenUntil: row.frozenUntil ?? at,
  }))
}

/** Lists the abandoned settlements, newest first. */
export async function listAbandonedSettlements(
  db: Transaction,
  { limit }: Range,
): Promise<AbandonedSettlement[]> {
  const rows = await db.settlementTransaction.findMany({
    where: { state: 'abandoned' },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map((row) => ({
    ...row,
    txHash: row.txHash as Hex,
    error: row.error ?? undefined,
  }))
}
