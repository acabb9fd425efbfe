import type { Transaction } from '@/lib/db/database'

type Batch = { readonly before: Date; readonly limit: number }

/** Deletes the signed bytes of transactions that have ended and were created before a time; returns their number. */
export function forgetBytes(db: Transaction, { before, limit }: Batch): Promise<number> {
  return db.$executeRaw`
    UPDATE settlement_transactions SET raw_transaction = '0x' WHERE id IN (
      SELECT id FROM settlement_transactions
      WHERE raw_transaction <> '0x' AND created_at < ${before} AND state NOT IN ('prepared', 'sent')
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}
