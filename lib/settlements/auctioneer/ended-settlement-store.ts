import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** A mined transaction of winners. */
export type EndedTransaction = {
  readonly isReverted: boolean
  readonly createdAt: Date
  readonly orderUids: readonly Hex[]
}

type Range = { readonly chainId: number; readonly since: Date }

/** Maximum number of settlements per call. */
const max = 500

/** Returns the newest mined settlements since a time; none if none of them reverted. */
export async function listSettlementsWithReverts(
  db: Transaction,
  range: Range,
): Promise<EndedTransaction[]> {
  const reverted = await listEnded(db, range, 'failed')
  if (reverted.length === 0) return []
  return [...reverted, ...(await listEnded(db, range, 'mined'))]
}

async function listEnded(
  db: Transaction,
  { chainId, since }: Range,
  state: 'mined' | 'failed',
): Promise<EndedTransaction[]> {
  const rows = await db.settlementTransaction.findMany({
    // A refund of a native order has no solution.
    where: { chainId, state, createdAt: { gte: since }, solutions: { some: {} } },
    orderBy: { id: 'desc' },
    take: max,
  })
  return rows.map(({ createdAt, orderUids }) => ({
    isReverted: state === 'failed',
    createdAt,
    orderUids: orderUids as Hex[],
  }))
}
