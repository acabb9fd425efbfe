import {
  type TermsRow,
  termsColumns,
  toProgrammeTerms,
} from '@/lib/affiliate/registration/affiliate-store'
import type { Address } from '@/lib/core/address'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'
import type { RegistrationSums } from './affiliate-stats'

type SumsRow = TermsRow & RowOf<Omit<RegistrationSums, 'terms'>>

// Rewards accrue per trader, so this computes `rewardsFor` and `volumeToNextReward` for each trader.
const statement = {
  name: 'affiliate-stats',
  text: `SELECT a.code, a.freed_at IS NOT NULL AS "isFreed", ${termsColumns},
      s.traders, s."activeTraders", s.eligible, s.rewards, s.missing, a.paid_out AS paid,
      GREATEST(a.created_at, s."updatedAt", a.last_paid_at) AS "updatedAt"
    FROM affiliates a
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS traders,
        (count(*) FILTER (WHERE r.last_eligible_day >= $3))::int AS "activeTraders",
        COALESCE(sum(r.eligible), 0) AS eligible,
        COALESCE(sum(div(r.eligible, a.trigger_volume)), 0)::float8 AS rewards,
        min(a.trigger_volume - mod(r.eligible, a.trigger_volume)) FILTER (
          WHERE r.bound_at + a.time_cap_days * 86400::bigint >= $2
            AND (div(r.eligible, a.trigger_volume) + 1) * a.trigger_volume <= a.volume_cap
        ) AS missing,
        max(r.updated_at) AS "updatedAt"
      FROM referred_traders r WHERE r.affiliate_id = a.id
    ) s
    WHERE a.wallet_address = $1 ORDER BY a.id DESC`,
} as const

/**
 * Lists all registrations that a wallet ever had with the sums of their traders, latest first. Uses a prepared
 * statement, so only outside transactions.
 *
 * @param query Unix seconds: `now`, which decides whether traders can still earn, and the start of the day since which
 *   traders count as active.
 */
export async function listRegistrationSums(
  db: Database,
  query: { readonly wallet: Address; readonly now: number; readonly activeSince: number },
): Promise<RegistrationSums[]> {
  const values = [query.wallet, query.now, query.activeSince]
  const rows = await queryPrepared<SumsRow>(db, { ...statement, values })
  return rows.map((row) => ({
    code: row.code,
    terms: toProgrammeTerms(row),
    isFreed: row.isFreed,
    traders: row.traders,
    activeTraders: row.activeTraders,
    eligible: fromDecimal(row.eligible),
    rewards: row.rewards,
    missing: row.missing === null ? undefined : fromDecimal(row.missing),
    paid: fromDecimal(row.paid),
    updatedAt: row.updatedAt,
  }))
}
