import { packAuctions } from '@/lib/auctions/competition/pack-auctions'
import { forgetKept } from '@/lib/chain-events/event-store'
import { type Database, inTransaction } from '@/lib/db/database'
import { reduceCosts } from '@/lib/settlements/books/cost-store'
import { deletePacked } from '@/lib/settlements/submission/transaction-store'
import { findMigratedAt } from './migration-query'

type Batch = {
  /** Auctions created before this time. */
  readonly before: Date
  readonly limit: number
  readonly now: number
}

const migration = '20261129000101_packed_auctions'
/** Milliseconds in which a rolling restart ends. */
const restartMs = 24 * 60 * 60 * 1_000

/**
 * Packs old reduced auctions with their mined transactions, reduces the costs of these, and returns the number of auctions. It
 * packs nothing on the day of the migration, while processes of the earlier version may run: they cannot read packed
 * auctions. Several processes may call it at once.
 */
export function packOldAuctions(db: Database, { now, ...batch }: Batch): Promise<number> {
  return inTransaction(db, async (tx) => {
    const migratedAt = await findMigratedAt(tx, migration)
    if (migratedAt === undefined || migratedAt.getTime() + restartMs >= now) return 0
    const { auctions, transactions } = await packAuctions(tx, batch)
    const booked = transactions.filter(({ isBooked }) => isBooked)
    await reduceCosts(tx, booked)
    await forgetKept(tx, booked)
    await deletePacked(
      tx,
      transactions.map(({ id }) => id),
    )
    return auctions
  })
}
