import type { Transaction } from '@/lib/db/database'

/** A network on which settling is paused. */
export type SettlementPause = {
  readonly chainId: number
  readonly reason: string
  readonly stoppedAt: Date
}

/** Pauses settling on a network; returns false if it is paused already, and keeps the earlier reason. */
export async function insertSettlementPause(
  tx: Transaction,
  stop: SettlementPause,
): Promise<boolean> {
  const { count } = await tx.settlingStop.createMany({ data: [stop], skipDuplicates: true })
  return count > 0
}

/** Returns why settling is paused on a network; undefined if it is not. */
export async function findSettlementPause(
  db: Transaction,
  chainId: number,
): Promise<SettlementPause | undefined> {
  return (await db.settlingStop.findUnique({ where: { chainId } })) ?? undefined
}

/** Lists the networks on which settling is paused, longest first. */
export async function listSettlementPauses(db: Transaction): Promise<SettlementPause[]> {
  return db.settlingStop.findMany({ orderBy: [{ stoppedAt: 'asc' }, { chainId: 'asc' }] })
}

/** Resumes settling on a network; returns false if it was not paused. */
export async function deleteSettlementPause(tx: Transaction, chainId: number): Promise<boolean> {
  const { count } = await tx.settlingStop.deleteMany({ where: { chainId } })
  return count > 0
}
