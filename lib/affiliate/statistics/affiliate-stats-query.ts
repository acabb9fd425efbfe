import {
  type TermsRow,
  termsColumns,
  toProgrammeTerms,
} from '@/lib/affiliate/registration/affiliate-store'
import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'

/** Sums over the traders of one registration; dollars in millionths. */
export type RegistrationSums = {
  readonly code: string
  readonly terms: ProgrammeTerms
  /** Whether an operator has freed the code, so that this registration earns nothing more. */
  readonly isFreed: boolean
  /** Number of bound traders. */
  readonly traders: number
  /** Number of those with eligible volume in the last `activeDays` days. */
  readonly activeTraders: number
  readonly eligible: bigint
  /** Total rewards earned by its traders. */
  readonly rewards: number
  /** The minimum eligible volume left to the next reward, among traders who can still earn; undefined without any. */
  readonly missing: bigint | undefined
  /** Paid shares of the affiliate. */
  readonly paid: bigint
  /** Time of the last change of any member. */
  readonly updatedAt: Date
}

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

const daysStatement = {
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
  const rows = await queryPrepared<RowOf<AffiliateDay>>(db, { ...daysStatement, values })
  return rows.map((row) => ({
    ...row,
    volume: fromDecimal(row.volume),
    eligible: fromDecimal(row.eligible),
  }))
}
