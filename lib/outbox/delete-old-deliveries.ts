import type { Transaction } from '@/lib/db/database'

type Batch = { readonly before: Date; readonly limit: number }

/**
 * Deletes deliveries that have ended and were created before a time, among the oldest ones; returns their number. The
 * notifications stay, and are never delivered again.
 */
export function deleteOldDeliveries(db: Transaction, { before, limit }: Batch): Promise<number> {
  // Looks at the oldest only, so that it costs little where nothing is to be deleted.
  return db.$executeRaw`
    DELETE FROM deliveries WHERE id IN (
      SELECT id FROM (
        SELECT id, state, created_at FROM deliveries ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) oldest WHERE state <> 'waiting' AND created_at < ${before})`
}
