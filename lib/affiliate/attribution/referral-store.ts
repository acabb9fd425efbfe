import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/columns'
import { type Transaction, toDecimal } from '@/lib/db/database'
import type { Attribution } from './attribute-trades'
import { sumDays } from './referral-sums'
import type { AttributedTrade } from './referral-trade'
import type { UndecidedTrader } from './referred-trader-store'
import { encodeTraderState } from './trader-state'

/** The attribution of a trader's undecided trades, and its inputs. */
export type AttributedTrader = Attribution & {
  readonly row: UndecidedTrader
  readonly decidedTo: number
  /** Whether later trades remain to be loaded. */
  readonly isPartial: boolean
  readonly at: Date
}

/**
 * Stores the attribution of a trader's undecided trades and the derived sums; returns false when another process was
 * faster. Skips trades that have left the chain since they were loaded; the next attribution handles them. Deletes rows
 * that are not confirmed, such as those of a network no longer served, so that the sums always match the rows. Deletes
 * a trader without any trade with a code.
 */
export async function saveAttribution(tx: Transaction, attributed: AttributedTrader) {
  const { row, attributedTrades, isPartial } = attributed
  if (!(await isUnchanged(tx, row))) return false
  const trader = row.trader
  const hasCode = attributedTrades.some(({ code }) => code !== undefined)
  if (!hasCode && !isPartial && !(await hasDecidedCode(tx, row))) return deleteTrader(tx, trader)
  await deleteStaleTrades(tx, row, attributedTrades)
  await upsertTrades(tx, trader, attributedTrades)
  const day = { gte: BigInt(row.decidedTo) }
  const since = { trader, from: row.decidedTo }
  await countDays(tx, { ...since, sign: -1 })
  await tx.referralDay.deleteMany({ where: { trader, day } })
  await tx.referralDay.createMany({
    data: sumDays(attributedTrades).map(({ day, volume, eligible, ...sums }) => ({
      ...sums,
      trader,
      day: BigInt(day),
      volume: toDecimal(volume),
      eligible: toDecimal(eligible),
    })),
  })
  await countDays(tx, { ...since, sign: 1 })
  await updateTrader(tx, attributed)
  return true
}

/**
 * Adds a trader's days to the sums of its affiliate (`sign` 1), or subtracts them (-1).
 *
 * @param of `from`: Unix second of the first day's start
 */
async function countDays(
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

async function isUnchanged(tx: Transaction, row: UndecidedTrader): Promise<boolean> {
  const [now] = await tx.$queryRaw<{ decidedTo: number; fingerprint: string }[]>`
    SELECT decided_to::float8 AS "decidedTo", fingerprint FROM referred_traders
    WHERE trader = ${row.trader} FOR UPDATE`
  return now?.decidedTo === row.decidedTo && now.fingerprint === row.storedFingerprint
}

async function hasDecidedCode(
  tx: Transaction,
  { trader, decidedTo }: UndecidedTrader,
): Promise<boolean> {
  if (decidedTo === 0) return false
  const timestamp = { lt: BigInt(decidedTo) }
  const found = await tx.referralTrade.findFirst({
    where: { trader, timestamp, code: { not: null } },
    select: { logIndex: true },
  })
  return found !== null
}

async function deleteTrader(tx: Transaction, trader: Address): Promise<boolean> {
  await tx.referralTrade.deleteMany({ where: { trader } })
  await countDays(tx, { trader, from: 0, sign: -1 })
  await tx.referralDay.deleteMany({ where: { trader } })
  await tx.referredTrader.deleteMany({ where: { trader } })
  return true
}

/** Deletes the rows of undecided trades that are not in `attributedTrades`. */
async function deleteStaleTrades(
  tx: Transaction,
  { trader, decidedTo }: UndecidedTrader,
  attributedTrades: readonly AttributedTrade[],
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM referral_trades r
    WHERE r.trader = ${trader} AND r.timestamp >= ${decidedTo} AND NOT EXISTS (
      SELECT 1 FROM unnest(
        ${arrayLiteral(attributedTrades.map(({ chainId }) => chainId))}::int[],
        ${arrayLiteral(attributedTrades.map(({ blockHash }) => blockHash))}::text[],
        ${arrayLiteral(attributedTrades.map(({ logIndex }) => logIndex))}::int[])
        AS j (chain_id, block_hash, log_index)
      WHERE j.chain_id = r.chain_id AND j.block_hash = r.block_hash
        AND j.log_index = r.log_index)`
}

/** Codes are `A-Z0-9_-` and cannot break out of the literal. */
async function upsertTrades(
  tx: Transaction,
  trader: Address,
  attributedTrades: readonly AttributedTrade[],
): Promise<void> {
  const list = (columnOf: (trade: AttributedTrade) => string | number | bigint | undefined) =>
    `{${attributedTrades.map((trade) => columnOf(trade) ?? 'NULL').join(',')}}`
  await tx.$executeRaw`
    INSERT INTO referral_trades AS r (chain_id, block_hash, log_index, block_number, timestamp,
      trader, code, affiliate_id, volume, undoes, eligible, reason)
    SELECT t.chain_id, t.block_hash, t.log_index, t.block_number, t.timestamp,
      ${trader}, j.code, j.affiliate_id, j.volume, j.undoes, j.eligible, j.reason::referral_reason
    FROM unnest(
      ${arrayLiteral(attributedTrades.map(({ chainId }) => chainId))}::int[],
      ${arrayLiteral(attributedTrades.map(({ blockHash }) => blockHash))}::text[],
      ${arrayLiteral(attributedTrades.map(({ logIndex }) => logIndex))}::int[],
      ${list(({ code }) => code && `"${code}"`)}::text[],
      ${list(({ affiliateId }) => affiliateId)}::bigint[],
      ${list(({ volume }) => volume)}::numeric[],
      ${list(({ undoes }) => undoes)}::numeric[],
      ${list(({ eligible }) => eligible)}::numeric[],
      ${list(({ reason }) => reason)}::text[])
      AS j (chain_id, block_hash, log_index, code, affiliate_id, volume, undoes, eligible, reason)
    JOIN trades t ON t.chain_id = j.chain_id AND t.block_hash = j.block_hash
      AND t.log_index = j.log_index
    ON CONFLICT (chain_id, block_hash, log_index) DO UPDATE SET
      trader = EXCLUDED.trader, code = EXCLUDED.code, affiliate_id = EXCLUDED.affiliate_id,
      volume = EXCLUDED.volume, undoes = EXCLUDED.undoes, eligible = EXCLUDED.eligible, reason = EXCLUDED.reason
    WHERE (r.trader, r.code, r.affiliate_id, r.volume, r.undoes, r.eligible, r.reason) IS DISTINCT FROM
      (EXCLUDED.trader, EXCLUDED.code, EXCLUDED.affiliate_id, EXCLUDED.volume, EXCLUDED.undoes,
        EXCLUDED.eligible, EXCLUDED.reason)`
}

async function updateTrader(tx: Transaction, attributed: AttributedTrader): Promise<void> {
  const { row, latest, decided, decidedTo, at } = attributed
  const { trader, fingerprint } = row
  const last = await tx.referralTrade.findFirst({
    where: { trader },
    orderBy: { timestamp: 'desc' },
    select: { timestamp: true },
  })
  const lastEligible = await tx.referralDay.findFirst({
    where: { trader, affiliateId: latest.affiliateId ?? -1n, eligible: { gt: 0 } },
    orderBy: { day: 'desc' },
    select: { day: true },
  })
  await tx.referredTrader.update({
    where: { trader },
    data: {
      affiliateId: latest.affiliateId ?? null,
      boundAt: latest.boundAt === undefined ? null : BigInt(latest.boundAt),
      trades: latest.trades,
      eligibleTrades: latest.eligibleTrades,
      volume: toDecimal(latest.volume),
      eligible: toDecimal(latest.eligible),
      lastTradeAt: last?.timestamp ?? null,
      lastEligibleDay: lastEligible?.day ?? null,
      decidedTo: BigInt(decidedTo),
      decided: encodeTraderState(decided),
      fingerprint,
      updatedAt: at,
    },
  })
}

/** Whether we settled an order of a trader with a code, on one of these networks, before a Unix second. */
export async function hasCodedTrade(
  db: Transaction,
  query: {
    readonly trader: Address
    readonly before: number
    readonly chainIds: readonly number[]
  },
): Promise<boolean> {
  const { trader, before, chainIds } = query
  if (before === 0) return false
  const [row] = await db.$queryRaw<{ isCoded: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM referral_trades
      WHERE trader = ${trader} AND timestamp < ${before} AND code IS NOT NULL
        AND chain_id = ANY (${arrayLiteral(chainIds)}::int[]) AND reason <> 'not_ours'
    ) AS "isCoded"`
  return row?.isCoded ?? false
}
