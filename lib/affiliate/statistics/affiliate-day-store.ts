import type { Address } from '@/lib/core/address'
import {
  type Database,
  fromDecimal,
  queryPrepared,
  type RowOf,
  type Transaction,
} from '@/lib/db/database'

/** Sums of all traders of an affiliate on a UTC day, since each was bound; dollars in millionths. */
export type AffiliateDay = {
  /** Unix seconds of the start of the day. */
  readonly day: number
  readonly trades: number
  /** Number of traders that traded. */
  readonly traders: number
  /** Trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
}

const statement = {
  name: 'affiliate-days',
  text: `SELECT d.day::float8 AS day, sum(d.trades)::int AS trades, sum(d.traders)::int AS traders,
      sum(d.volume) AS volume, sum(d.eligible) AS eligible
    FROM affiliates a JOIN affiliate_days d ON d.affiliate_id = a.id
    WHERE a.wallet_address = $1 AND d.day >= $2 AND d.day <= $3 AND d.trades > 0
    GROUP BY d.day ORDER BY d.day`,
} as const

/**
 * Lists the days on which traders of a wallet's codes traded, oldest first. Uses a prepared statement, so only outside
 * transactions.
 *
 * @param query starts of the first and the last day, in Unix seconds.
 */
export async function listAffiliateDays(
  db: Database,
  query: { readonly wallet: Address; readonly from: number; readonly to: number },
): Promise<AffiliateDay[]> {
  const values = [query.wallet, query.from, query.to]
  const rows = await queryPrepared<RowOf<AffiliateDay>>(db, { ...statement, values })
  return rows.map((row) => ({
    ...row,
    volume: fromDecimal(row.volume),
    eligible: fromDecimal(row.eligible),
  }))
}

/**
 * Adds a trader's days to the sums of its affiliate (`sign` 1), or subtracts them (-1).
 *
 * @param of `from`: Unix second of the first day's start
 */
export async function countDays(
  tx: Transaction,
  of: { readonly trader: Address; readonly from: number; readonly sign: 1 | -1 },
): Promise<void> {
  const { trader, from, sign } = of
  await tx.$executeRaw`
    INSERT INTO affiliate_days AS s (affiliate_id, day, traders, trades, volume, eligible)
    SELECT affiliate_id, day, ${sign}::int, ${sign}::int * trades, ${sign}::int * volume,
      ${sign}::int * eligible
    FROM referral_days WHERE trader = ${trader} AND day >= ${from}
    ORDER BY affiliate_id, day
    ON CONFLICT (affiliate_id, day) DO UPDATE SET traders = s.traders + EXCLUDED.traders,
      trades = s.trades + EXCLUDED.trades, volume = s.volume + EXCLUDED.volume,
      eligible = s.eligible + EXCLUDED.eligible`
}
