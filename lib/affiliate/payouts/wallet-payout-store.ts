import type { Address } from '@/lib/core/address'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'
import type { PayoutRecord } from './payout-store'

/** A payout as shown to its wallet. */
export type WalletPayout = Omit<PayoutRecord, 'affiliateId' | 'wallet' | 'createdAt'>

const statement = {
  name: 'payouts-of-wallet',
  text: `SELECT p.epoch::float8 AS epoch, p.trader, p.role::text AS role, a.code, p.rewards, p.amount,
      p.paid_at AS "paidAt", p.paid_tx AS "paidTx"
    FROM referral_payouts p JOIN affiliates a ON a.id = p.affiliate_id
    WHERE p.wallet = $1 ORDER BY p.epoch DESC, p.trader, p.role LIMIT $2 OFFSET $3`,
} as const

/**
 * Lists a wallet's payouts of closed epochs, latest first. Uses a prepared statement, so only outside transactions.
 *
 * @param query page size, and number of newer payouts to skip.
 */
export async function listPayoutsOf(
  db: Database,
  query: { readonly wallet: Address; readonly limit: number; readonly offset: number },
): Promise<readonly WalletPayout[]> {
  const values = [query.wallet, query.limit, query.offset]
  const rows = await queryPrepared<RowOf<WalletPayout>>(db, { ...statement, values })
  return rows.map((row) => ({
    ...row,
    amount: fromDecimal(row.amount),
    paidAt: row.paidAt ?? undefined,
    paidTx: row.paidTx ?? undefined,
  }))
}
