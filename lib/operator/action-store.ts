import type { Transaction } from '@/lib/db/database'
import type { Prisma } from '@/prisma/generated/client'

/** A recorded operator action; the database rejects changes and deletions. */
export type OperatorAction = {
  readonly at: Date
  readonly operator: string
  readonly action: string
  readonly target: string
  readonly reason: string
  readonly details: Prisma.InputJsonObject
}

/** Records an action; call it in the transaction that makes the change. */
export async function insertOperatorAction(tx: Transaction, action: OperatorAction): Promise<void> {
  await tx.operatorAction.create({ data: action })
}

/** Lists actions, newest first. */
export async function listOperatorActions(
  db: Transaction,
  limit: number,
): Promise<OperatorAction[]> {
  const rows = await db.operatorAction.findMany({ orderBy: { id: 'desc' }, take: limit })
  return rows.map((row) => ({ ...row, details: row.details as Prisma.InputJsonObject }))
}
