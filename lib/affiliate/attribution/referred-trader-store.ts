import type { CursorKey } from '@/lib/chain/block-store'
import type { Transaction } from '@/lib/db/database'

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
 * than counted, and of unbound ones. Deletes the network's transfers and all affected read progress, so that transfers
 * are read again. Returns the number of traders.
 */
export async function reopenTraders(tx: Transaction, chainId: number): Promise<number> {
  const undecided = await tx.$executeRaw`
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
  await tx.accountFunding.deleteMany({ where: { chainId } })
  await tx.$executeRaw`
    DELETE FROM funding_reads f WHERE f.chain_id = ${chainId} OR EXISTS (
      SELECT FROM referred_traders r WHERE r.trader = f.trader AND r.decided_to = 0)`
  return undecided
}

/** The checkpoint of a network up to which all referred traders are recorded. */
export const referralCursor = (chainId: number): CursorKey => ({ chainId, name: 'referrals' })

/** Returns the block of a network's first trade. */
export async function findFirstTradeBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const { _min } = await db.trade.aggregate({ where: { chainId }, _min: { blockNumber: true } })
  return _min.blockNumber ?? undefined
}
