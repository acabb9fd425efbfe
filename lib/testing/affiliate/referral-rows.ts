import type { ReferralReason } from '@/lib/affiliate/attribution/referral-trade'
import type { Address } from '@/lib/core/address'
import type { Database } from '@/lib/db/database'

/** A trade with its attribution, stored unchanged; amounts in millionths of a dollar. */
export type ReferralRow = {
  readonly trader: Address
  /** Unix seconds; also the block number. */
  readonly at: number
  readonly reason: ReferralReason
  readonly chainId?: number
  readonly code?: string | undefined
  /** The registration that the trader is bound to by then. */
  readonly affiliateId?: bigint | undefined
  readonly volume?: bigint | undefined
  /** 0 by default. */
  readonly eligible?: bigint
}

/** Maximum rows per insert statement. */
const maxRows = 10_000

/** Stores attributed trades, each of 1 WETH for 2950 USDC, and updates the sums over all stored trades. */
export async function insertReferralRows(
  db: Database,
  rows: readonly ReferralRow[],
): Promise<void> {
  const before = await db.trade.count()
  for (let from = 0; from < rows.length; from += maxRows) {
    await insertTrades(db, rows.slice(from, from + maxRows), before + from)
  }
  await sumTraders(db)
  await sumDays(db)
}

async function insertTrades(
  db: Database,
  rows: readonly ReferralRow[],
  before: number,
): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ chainId = 1, affiliateId, volume, eligible = 0n, ...row }, index) => ({
      ...row,
      number: before + index + 1,
      chain_id: chainId,
      affiliate_id: affiliateId?.toString(),
      volume: volume?.toString(),
      eligible: eligible.toString(),
    })),
  )
  await db.$executeRaw`
    WITH rows AS (
      SELECT *, '0x' || lpad(to_hex(number), 64, '0') AS hash
      FROM jsonb_to_recordset(${json}::jsonb) AS r (number int, chain_id int, trader text, at bigint,
        code text, affiliate_id bigint, volume numeric, eligible numeric, reason text)
    ), traded AS (
      INSERT INTO trades (chain_id, block_hash, log_index, block_number, timestamp, tx_hash,
        order_uid, owner, sell_token, buy_token, sell_amount, buy_amount, fee_amount)
      SELECT chain_id, hash, 0, at, at, hash, '0x' || lpad(to_hex(number), 112, '0'), trader,
        '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        1000000000000000000, 2950000000, 0
      FROM rows
    )
    INSERT INTO referral_trades (chain_id, block_hash, log_index, block_number, timestamp, trader,
      code, affiliate_id, volume, eligible, reason)
    SELECT chain_id, hash, 0, at, at, trader, code, affiliate_id, volume, eligible,
      reason::referral_reason
    FROM rows`
}

/** Volume and count sums begin with the trade that bound the trader. */
async function sumTraders(db: Database): Promise<void> {
  await db.$executeRaw`
    INSERT INTO referred_traders (trader, affiliate_id, bound_at, trades, eligible_trades, volume,
      eligible, last_trade_at, updated_at)
    SELECT trader, max(affiliate_id), min(timestamp) FILTER (WHERE affiliate_id IS NOT NULL),
      count(affiliate_id), count(*) FILTER (WHERE reason = 'eligible'),
      COALESCE(sum(volume) FILTER (WHERE affiliate_id IS NOT NULL), 0), sum(eligible),
      max(timestamp), to_timestamp(max(timestamp))
    FROM referral_trades GROUP BY trader
    ON CONFLICT (trader) DO UPDATE SET affiliate_id = EXCLUDED.affiliate_id,
      bound_at = EXCLUDED.bound_at, trades = EXCLUDED.trades,
      eligible_trades = EXCLUDED.eligible_trades, volume = EXCLUDED.volume,
      eligible = EXCLUDED.eligible, last_trade_at = EXCLUDED.last_trade_at,
      updated_at = EXCLUDED.updated_at`
}

/** Sums per trader and day, then per affiliate and day, and sets each trader's last day with eligible volume. */
async function sumDays(db: Database): Promise<void> {
  await db.$executeRaw`
    INSERT INTO referral_days (affiliate_id, trader, day, trades, volume, eligible)
    SELECT affiliate_id, trader, timestamp - timestamp % 86400, count(*), COALESCE(sum(volume), 0),
      sum(eligible)
    FROM referral_trades WHERE affiliate_id IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (affiliate_id, trader, day) DO UPDATE SET trades = EXCLUDED.trades,
      volume = EXCLUDED.volume, eligible = EXCLUDED.eligible`
  await db.$executeRaw`
    INSERT INTO affiliate_days (affiliate_id, day, traders, trades, volume, eligible)
    SELECT affiliate_id, day, count(*), sum(trades), sum(volume), sum(eligible)
    FROM referral_days GROUP BY 1, 2
    ON CONFLICT (affiliate_id, day) DO UPDATE SET traders = EXCLUDED.traders,
      trades = EXCLUDED.trades, volume = EXCLUDED.volume, eligible = EXCLUDED.eligible`
  await db.$executeRaw`
    UPDATE referred_traders r SET last_eligible_day = d.day
    FROM (SELECT trader, max(day) AS day FROM referral_days WHERE eligible > 0 GROUP BY trader) d
    WHERE d.trader = r.trader`
}
