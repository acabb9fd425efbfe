import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/array-literal'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { accountTrades, payingTrades } from './account-trades'
import { roundTripSeconds } from './reverse-trades'

/** A trader with undecided trades, as the facts stand that they are to be judged by. */
export type UndecidedTrader = {
  readonly trader: Address
  /** What its decided trades have left, as it was encoded; null when none is decided. */
  readonly decided: unknown
  /** Trades before this Unix second are decided. */
  readonly decidedTo: number
  /** Of the facts that its undecided trades were judged by; empty before the first judgement. */
  readonly judgedBy: string
  /** Of the facts as they are: the same as {@link judgedBy} where nothing has changed since. */
  readonly fingerprint: string
}

/** By what networks and up to when traders are looked at. */
export type UndecidedQuery = {
  readonly traders: readonly Address[]
  readonly chainIds: readonly number[]
  /** Unix seconds up to which the trades of every network are known for good. */
  readonly settledTo: number
}

const trader = Prisma.sql`r.trader`
const since = Prisma.sql`(r.decided_to - ${roundTripSeconds}::int)`
const accountSince = { account: trader, since }

/** The addresses of traders with undecided trades, in their order, after one of them. */
export async function listUndecidedAddresses(
  db: Transaction,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Address[]> {
  const rows = await db.$queryRaw<{ trader: Address }[]>`
    SELECT trader FROM referred_traders WHERE last_trade_at >= decided_to AND trader > ${after}
    ORDER BY trader LIMIT ${limit}`
  return rows.map(({ trader }) => trader)
}

/**
 * Those of some traders who have undecided trades. A fingerprint is of all that a judgement follows from and that may
 * change, so that nothing has to be loaded of whom nothing has changed: the trades of the trader, of the accounts
 * that it paid or that paid it, and those payments; what happened to the codes that its orders name; and up to which
 * day trades and transfers are known, where that decides any. What trades are worth follows from the trades.
 */
export async function listUndecidedTraders(
  db: Transaction,
  query: UndecidedQuery,
): Promise<readonly UndecidedTrader[]> {
  const { traders, chainIds, settledTo } = query
  const networks = Prisma.sql`ANY (${arrayLiteral(chainIds)}::int[])`
  const linked = accountTrades({ account: Prisma.sql`p.other`, since, chainIds })
  return db.$queryRaw<UndecidedTrader[]>`
    SELECT r.trader, r.decided, r.decided_to::float8 AS "decidedTo", r.fingerprint AS "judgedBy",
      md5(concat_ws('/', r.decided_to, GREATEST(${decidedDay(Prisma.sql`${settledTo}::bigint`)}, own.day),
        reads.seen, own.seen, codes.seen, paid.seen)) AS fingerprint
    FROM (
      SELECT * FROM referred_traders
      WHERE last_trade_at >= decided_to AND trader = ANY (${arrayLiteral(traders)}::text[])
    ) r
    CROSS JOIN LATERAL (
      SELECT concat(count(*), ':', sum(${hashOf('t.chain_id, t.block_hash, t.log_index, t.code')})) AS seen,
        array_agg(DISTINCT t.code) AS codes,
        array_agg(DISTINCT t.receiver) FILTER (WHERE t.receiver <> r.trader) AS receivers,
        min(t.timestamp) FILTER (WHERE t.timestamp >= r.decided_to) / 86400 AS day
      FROM (${accountTrades({ ...accountSince, chainIds })}) t
    ) own
    CROSS JOIN LATERAL (
      SELECT string_agg(concat(f.chain_id, ':', ${decidedDay(Prisma.sql`f.timestamp`)}), ','
        ORDER BY f.chain_id) AS seen
      FROM funding_reads f
      WHERE f.chain_id = ${networks} AND f.trader = r.trader
        AND ${decidedDay(Prisma.sql`f.timestamp`)} > own.day
    ) reads
    CROSS JOIN LATERAL (
      SELECT concat(count(*), ':', sum(${hashOf('a.id, a.freed_at')}), ':', sum((
        SELECT count(*) FROM affiliate_switches s WHERE s.affiliate_id = a.id
      ))) AS seen
      FROM affiliates a WHERE a.code = ANY (own.codes)
    ) codes
    CROSS JOIN LATERAL (
      SELECT string_agg(concat_ws(':', p.other, p.seen, traded.seen), ',' ORDER BY p.other) AS seen
      FROM (
        SELECT p.other, sum(p.seen) AS seen FROM (${payments(chainIds)}) p GROUP BY p.other
      ) p
      CROSS JOIN LATERAL (
        SELECT concat(count(*), ':', sum(${hashOf('t.chain_id, t.block_hash, t.log_index')})) AS seen
        FROM (${linked}) t
      ) traded
    ) paid
    ORDER BY r.trader`
}

/** Who paid the trader or was paid by it, each payment with a number of its own where its trades do not tell it. */
function payments(chainIds: readonly number[]): Prisma.Sql {
  const networks = Prisma.sql`ANY (${arrayLiteral(chainIds)}::int[])`
  return Prisma.sql`
    SELECT f.recipient AS other, ${hashOf('f.chain_id, f.block_number, f.value')} AS seen
    FROM account_fundings f
    WHERE f.chain_id = ${networks} AND f.sender = r.trader AND f.timestamp >= ${since}
    UNION ALL
    SELECT f.sender, ${hashOf('f.chain_id, f.block_number, f.value')} FROM account_fundings f
    WHERE f.chain_id = ${networks} AND f.recipient = r.trader AND f.timestamp >= ${since}
    UNION ALL
    SELECT unnest(own.receivers), 0
    UNION ALL
    SELECT t.payer, ${hashOf('t.chain_id, t.block_hash, t.log_index')}
    FROM (${payingTrades({ ...accountSince, chainIds })}) t`
}

/** A number of columns, which are named here and nowhere else. */
function hashOf(columns: string): Prisma.Sql {
  return Prisma.sql`hashtextextended(concat_ws('/', ${Prisma.raw(columns)}), 0)::numeric`
}

/** The days that are decided once all is known until a moment; see `decidedBefore`. */
function decidedDay(known: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((${known} - ${roundTripSeconds}::int) / 86400)`
}
