import {
  type TermsRow,
  termsColumns,
  toProgrammeTerms,
} from '@/lib/affiliate/registration/affiliate-store'
import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import { toUnixSeconds } from '@/lib/core/time'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'

/** A trader bound to an affiliate, with the sums over its trades since then; dollars in millionths. */
export type BoundTrader = {
  readonly trader: Address
  readonly code: string
  readonly terms: ProgrammeTerms
  /** Unix seconds of the binding trade; `freedAt` and `lastTradeAt` are Unix seconds too. */
  readonly boundAt: number
  /** When an operator freed the code; undefined while it is bound. */
  readonly freedAt: number | undefined
  readonly lastTradeAt: number
  readonly trades: number
  readonly eligibleTrades: number
  /** Trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
}

/** A trader that has traded an order with a code; dollars in millionths. */
export type TraderRecord = {
  /** Undefined while unbound. */
  readonly bound: BoundTrader | undefined
  /** Its own paid shares of rewards. */
  readonly paid: bigint
  /** Time of the last change of any member. */
  readonly updatedAt: Date
}

type BoundRow = TermsRow &
  RowOf<Omit<BoundTrader, 'terms' | 'freedAt'>> & { readonly freedAt: Date | null }

const boundColumns = `r.trader, a.code, ${termsColumns}, r.bound_at::float8 AS "boundAt",
      a.freed_at AS "freedAt", COALESCE(r.last_trade_at, r.bound_at)::float8 AS "lastTradeAt",
      r.trades, r.eligible_trades AS "eligibleTrades", r.volume, r.eligible`

const oneTrader = {
  name: 'trader-stats',
  text: `SELECT ${boundColumns}, p.paid, GREATEST(r.updated_at, p."paidAt") AS "updatedAt"
    FROM referred_traders r LEFT JOIN affiliates a ON a.id = r.affiliate_id
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(amount), 0) AS paid, max(paid_at) AS "paidAt" FROM referral_payouts
      WHERE wallet = r.trader AND role = 'trader' AND paid_at IS NOT NULL
    ) p
    WHERE r.trader = $1`,
} as const

/** Returns a referred trader. Uses a prepared statement, so only outside transactions. */
export async function findTrader(db: Database, trader: Address): Promise<TraderRecord | undefined> {
  type Row = (BoundRow | { code: null }) & RowOf<Pick<TraderRecord, 'paid' | 'updatedAt'>>
  const [row] = await queryPrepared<Row>(db, { ...oneTrader, values: [trader] })
  if (!row) return undefined
  const bound = row.code === null ? undefined : toBoundTrader(row)
  return { bound, paid: fromDecimal(row.paid), updatedAt: row.updatedAt }
}

const tradersOf = {
  name: 'affiliate-traders',
  text: `SELECT ${boundColumns}
    FROM affiliates a JOIN referred_traders r ON r.affiliate_id = a.id
    WHERE a.wallet_address = $1 ORDER BY r.eligible DESC, r.trader LIMIT $2 OFFSET $3`,
} as const

/** Lists the traders bound to a wallet's codes, highest eligible volume first; outside transactions only. */
export async function listBoundTraders(
  db: Database,
  query: { readonly wallet: Address; readonly limit: number; readonly offset: number },
): Promise<BoundTrader[]> {
  const values = [query.wallet, query.limit, query.offset]
  return (await queryPrepared<BoundRow>(db, { ...tradersOf, values })).map(toBoundTrader)
}

function toBoundTrader(row: BoundRow): BoundTrader {
  const { trader, code, boundAt, freedAt, lastTradeAt, trades, eligibleTrades } = row
  return {
    trader,
    code,
    terms: toProgrammeTerms(row),
    boundAt,
    freedAt: freedAt === null ? undefined : toUnixSeconds(freedAt.getTime()),
    lastTradeAt,
    trades,
    eligibleTrades,
    volume: fromDecimal(row.volume),
    eligible: fromDecimal(row.eligible),
  }
}
