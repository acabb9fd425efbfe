import type { Transaction } from '@/lib/db/database'

/** A network on which no worker settles anything. */
export type SettlingStop = {
  readonly chainId: number
  readonly reason: string
  readonly stoppedAt: Date
}

/** Ends settling on a network until the stop is deleted; false where it has ended before, for the reason of then. */
export async function insertSettlingStop(tx: Transaction, stop: SettlingStop): Promise<boolean> {
  const { count } = await tx.settlingStop.createMany({ data: [stop], skipDuplicates: true })
  return count > 0
}

/** Why nothing is settled on a network; undefined: it is. */
export async function findSettlingStop(
  db: Transaction,
  chainId: number,
): Promise<SettlingStop | undefined> {
  return (await db.settlingStop.findUnique({ where: { chainId } })) ?? undefined
}

/** The networks on which nothing is settled, longest first. */
export async function listSettlingStops(db: Transaction): Promise<SettlingStop[]> {
  return db.settlingStop.findMany({ orderBy: [{ stoppedAt: 'asc' }, { chainId: 'asc' }] })
}

/** Has a network settle again; false where it does. */
export async function deleteSettlingStop(tx: Transaction, chainId: number): Promise<boolean> {
  const { count } = await tx.settlingStop.deleteMany({ where: { chainId } })
  return count > 0
}
