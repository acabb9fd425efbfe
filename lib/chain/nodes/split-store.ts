import type { Transaction } from '@/lib/db/database'

/** What the nodes of a network disagree about. */
export type SplitSubject = 'blocks' | 'events' | 'receipts' | 'simulations' | 'nonces'

/** A disagreement between the pinned node of a network and another one. */
export type NodeSplit = {
  readonly chainId: number
  readonly subject: SplitSubject
  /** Host of the other node. */
  readonly host: string
  readonly since: Date
  readonly seenAt: Date
}

/** Stores a disagreement; if it continues, its start time stays. */
export async function saveNodeSplit(db: Transaction, split: NodeSplit): Promise<void> {
  const { chainId, subject, host, seenAt } = split
  const where = { chainId_subject: { chainId, subject } }
  await db.nodeSplit.upsert({ where, create: split, update: { host, seenAt } })
}

/** Deletes a disagreement that has ended. */
export async function deleteNodeSplit(
  db: Transaction,
  { chainId, subject }: Pick<NodeSplit, 'chainId' | 'subject'>,
): Promise<void> {
  await db.nodeSplit.deleteMany({ where: { chainId, subject } })
}

/** Lists the disagreements seen since `since`, longest first; of one network if given. */
export async function listNodeSplits(
  db: Transaction,
  { since, chainId }: { readonly since: Date; readonly chainId?: number },
): Promise<NodeSplit[]> {
  const rows = await db.nodeSplit.findMany({
    where: { seenAt: { gte: since }, ...(chainId === undefined ? {} : { chainId }) },
    orderBy: [{ since: 'asc' }, { chainId: 'asc' }],
  })
  return rows.map((row) => ({ ...row, subject: row.subject as SplitSubject }))
}
