import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { accountTrades, payingTrades } from './account-trade-query'
import { roundTripSeconds } from './referral-trade'

/** A block range of a network: `after` exclusive, `upTo` inclusive. */
export type BlocksAfter = {
  readonly chainId: number
  readonly after: bigint
  readonly upTo: bigint
}

/**
 * Records traders in a block range whose orders have a code, and updates the last trade of recorded ones. Blocks are
 * scanned until final, and an order is always stored before a trade of it that may count, since we settle only stored
 * orders. So no eligible trade is missed.
 */
export async function recordReferredTraders(
  db: Transaction,
  { chainId, after, upTo }: BlocksAfter,
  at: Date,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO referred_traders AS r (trader, last_trade_at, updated_at)
    SELECT trader, last_trade_at, ${at} FROM (
      SELECT COALESCE(o.onchain_sender, t.owner) AS trader, max(t.timestamp) AS last_trade_at,
        bool_or(o.referrer_code IS NOT NULL) AS has_code
      FROM trades t LEFT JOIN orders o ON o.uid = t.known_uid
      WHERE t.chain_id = ${chainId} AND t.block_number > ${after} AND t.block_number <= ${upTo}
      GROUP BY 1
    ) AS traded
    WHERE has_code OR EXISTS (SELECT 1 FROM referred_traders k WHERE k.trader = traded.trader)
    ORDER BY trader
    ON CONFLICT (trader) DO UPDATE SET last_trade_at = EXCLUDED.last_trade_at
      WHERE r.last_trade_at IS NULL OR r.last_trade_at < EXCLUDED.last_trade_at`
}

/**
 * Reopens all trades of traders after final blocks of a network were lost: of traders active there or with fewer rows
 * than counted, and of unbound ones. Returns the number of traders. Call `resetFundings` in the same transaction.
 */
export async function reopenTraders(tx: Transaction, chainId: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE referred_traders r SET decided_to = 0, decided = NULL, fingerprint = ''
    WHERE r.decided_to > 0 AND (
      r.affiliate_id IS NULL
      OR EXISTS (
        SELECT FROM referral_trades t WHERE t.trader = r.trader AND t.chain_id = ${chainId}
      )
      OR r.trades <> (
        SELECT count(*) FROM referral_trades t
        WHERE t.trader = r.trader AND t.affiliate_id IS NOT NULL
      )
    )`
}

/** A trader with undecided trades, and fingerprints of its facts. */
export type UndecidedTrader = {
  readonly trader: Address
  /** The encoded state after its decided trades; null when none is decided. */
  readonly decided: unknown
  /** Trades before this Unix second are decided. */
  readonly decidedTo: number
  /** Fingerprint of the facts at the last evaluation; empty before the first. */
  readonly storedFingerprint: string
  /** Fingerprint of the current facts; equals {@link storedFingerprint} when nothing has changed. */
  readonly fingerprint: string
}

/** The traders to check, and the networks and time range of their facts. */
export type UndecidedQuery = {
  readonly traders: readonly Address[]
  readonly chainIds: readonly number[]
  /** Unix seconds up to which the trades of every network are final. */
  readonly settledTo: number
}

const trader = Prisma.sql`r.trader`
const since = Prisma.sql`(r.decided_to - ${roundTripSeconds}::int)`
const accountSince = { account: trader, since }

/** Lists the addresses of traders with undecided trades, in order, after a given address. */
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
 * Lists those of the given traders that have undecided trades. The fingerprint covers everything mutable that an
 * evaluation depends on, so that unchanged traders need no load: the trades of the trader and its linked accounts, the
 * payments between them, the state of the codes in its orders, and the day up to which trades and transfers are known,
 * where that decides any. Values of trades follow from the trades.
 */
export async function listUndecidedTraders(
  db: Transaction,
  query: UndecidedQuery,
): Promise<readonly UndecidedTrader[]> {
  const { traders, chainIds, settledTo } = query
  const networks = Prisma.sql`ANY (${arrayLiteral(chainIds)}::int[])`
  const linked = accountTrades({ account: Prisma.sql`p.other`, since, chainIds })
  return db.$queryRaw<UndecidedTrader[]>`
    SELECT r.trader, r.decided, r.decided_to::float8 AS "decidedTo", r.fingerprint AS "storedFingerprint",
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

/** Builds the SQL of payments from and to the trader; each has a hash unless its trades already cover it. */
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

/** Builds the SQL that hashes columns; only literals in this file are passed. */
function hashOf(columns: string): Prisma.Sql {
  return Prisma.sql`hashtextextended(concat_ws('/', ${Prisma.raw(columns)}), 0)::numeric`
}

/** Builds the SQL of the number of decided days once everything up to a time is known; see `decidedBefore`. */
function decidedDay(known: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((${known} - ${roundTripSeconds}::int) / 86400)`
}

/** The binding of a trader, and the Unix second before which its trades are decided. */
export type LockedTrader = { readonly affiliateId: bigint | null; readonly decidedTo: number }

/** Locks a trader against attribution and payouts until the transaction ends; undefined when it is not recorded. */
export async function lockTrader(
  tx: Transaction,
  trader: Address,
): Promise<LockedTrader | undefined> {
  const [row] = await tx.$queryRaw<LockedTrader[]>`
    SELECT affiliate_id AS "affiliateId", decided_to::float8 AS "decidedTo" FROM referred_traders
    WHERE trader = ${trader} FOR UPDATE`
  return row
}
