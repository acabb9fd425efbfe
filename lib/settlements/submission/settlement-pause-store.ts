import type { Transaction } from '@/lib/db/database'

/** A network on which no worker settles anything. */
export type SettlementPause = {
  readonly chainId: number
  readonly reason: string
  readonly stoppedAt: Date
}

/** Ends settling on a network until the stop is deleted; false where it has ended before, for the reason of then. */
export async function insertSettlementPause(
  tx: Transaction,
  stop: SettlementPause,
): Promise<boolean> {
  const { count } = await tx.settlingStop.createMany({ data: [stop], skipDuplicates: true })
  return count > 0
}

/** Why nothing is settled on a network; undefined: it is. */
export async function findSettlementPause(
  db: Transaction,
  chainId: number,
): Promise<SettlementPause | undefined> {
  return (await db.settlingStop.findUnique({ where: { chainId } })) ?? undefined
}

/** The networks on which nothing is settled, longest first. */
export async function listSettlementPauses(db: Transaction): Promise<SettlementPause[]> {
  return db.settlingStop.findMany({ orderBy: [{ stoppedAt: 'asc' }, { chainId: 'asc' }] })
}

/** Has a network settle again; false where it does. */
export async function deleteSettlementPause(tx: Transaction, chainId: number): Promise<boolean> {
  const { count } = await tx.settlingStop.deleteMany({ where: { chainId } })
  return count > 0
}
