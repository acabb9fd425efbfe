import type { Transaction } from './database'

/** Ids that are skipped: more than a service gives away between two backups, and few of the 9 * 10^18 that there are. */
const skipped = 100_000

/**
 * Skips ids of auctions, quotes and notifications. After a restore these would name other rows than before: settlements on
 * chain carry the ids of their auctions, and clients keep those of quotes.
 */
export async function skipIds(tx: Transaction): Promise<void> {
  await tx.$executeRaw`
    SELECT count(nextval(pg_get_serial_sequence(place.named, place.id)))
    FROM (VALUES ('auctions', 'id'), ('quotes', 'id'), ('notifications', 'sequence')) AS place (named, id),
      generate_series(1, ${skipped})`
}
