import type { Address } from '@/lib/core/address'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'
import type { PayoutRecord } from './payout-store'

/** A payout as its wallet sees it. */
export type WalletPayout = Omit<PayoutRecord, 'affiliateId' | 'wallet' | 'createdAt'>

const statement = {
  name: 'payouts-of-wallet',
  text: `SELECT p.epoch::float8 AS epoch, p.trader, p.role::text AS role, a.code, p.rewards, p.amount,
      p.paid_at AS "paidAt", p.paid_tx AS "paidTx"
    FROM referral_payouts p JOIN affiliates a ON a.id = p.affiliate_id
    WHERE p.wallet = $1 ORDER BY p.epoch DESC, p.trader, p.role LIMIT $2 OFFSET $3`,
} as const

/**
 * What closed epochs have earned a wallet, the newest first, by a prepared statement: outside transactions only.
 *
 * @param query how many at most, and how many newer ones to skip.
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
