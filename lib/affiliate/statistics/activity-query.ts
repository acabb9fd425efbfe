import type { ReferralReason } from '@/lib/affiliate/attribution/referral-trade'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Database, fromDecimal, queryPrepared, type RowOf } from '@/lib/db/database'
import { findPageCursor, type Page, savePageCursor } from '@/lib/orders/queries/page-cursors'

/** Keyset position among the trades of one trader. */
export type ActivityPlace = {
  /** Unix seconds. */
  readonly timestamp: number
  readonly chainId: number
  readonly blockNumber: bigint
  readonly logIndex: number
}

/** A trade of a trader with its attribution; amounts in atoms, dollars in millionths. */
export type ActivityTrade = ActivityPlace & {
  readonly txHash: Hex
  readonly orderUid: Hex
  readonly trader: Address
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellSymbol: string | undefined
  readonly buySymbol: string | undefined
  /** Fee included. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly volume: bigint | undefined
  readonly eligible: bigint
  /** The code in the order. */
  readonly code: string | undefined
  /** Code of the affiliate that the trader is bound to since this trade or an earlier one. */
  readonly boundCode: string | undefined
  readonly reason: ReferralReason
}

const sequence = 'timestamp DESC, chain_id, block_number DESC, log_index DESC'

// The index mixes ascending and descending columns, so the keyset condition cannot compare whole rows.
const statement = {
  name: 'trader-activity',
  text: `SELECT r.timestamp::float8 AS timestamp, r.chain_id AS "chainId",
      r.block_number AS "blockNumber", r.log_index AS "logIndex", t.tx_hash AS "txHash",
      t.order_uid AS "orderUid", r.trader, t.sell_token AS "sellToken", t.buy_token AS "buyToken",
      s.symbol AS "sellSymbol", b.symbol AS "buySymbol", t.sell_amount AS "sellAmount",
      t.buy_amount AS "buyAmount", r.volume, r.eligible, r.code, a.code AS "boundCode", r.reason
    FROM (
      SELECT * FROM referral_trades
      WHERE trader = $1 AND timestamp <= $2 AND (timestamp < $2 OR chain_id > $3
        OR (chain_id = $3 AND (block_number, log_index) < ($4, $5)))
      ORDER BY ${sequence} LIMIT $6 OFFSET $7
    ) r
    JOIN trades t USING (chain_id, block_hash, log_index)
    LEFT JOIN tokens s ON s.chain_id = r.chain_id AND s.address = t.sell_token
    LEFT JOIN tokens b ON b.chain_id = r.chain_id AND b.address = t.buy_token
    LEFT JOIN affiliates a ON a.id = r.affiliate_id
    ORDER BY ${sequence
      .split(', ')
      .map((column) => `r.${column}`)
      .join(', ')}`,
} as const

/** Position before the first trade of the list. */
const start: ActivityPlace = {
  timestamp: Number.MAX_SAFE_INTEGER,
  chainId: 0,
  blockNumber: 0n,
  logIndex: 0,
}

/**
 * Lists a page of a trader's trades on all networks, latest first. Uses a prepared statement, so only outside
 * transactions.
 *
 * @param query `offset` trades are skipped, counted from `after` if given.
 */
export async function listActivity(
  db: Database,
  query: {
    readonly trader: Address
    readonly limit: number
    readonly offset: number
    readonly after?: ActivityPlace | undefined
  },
): Promise<ActivityTrade[]> {
  const { timestamp, chainId, blockNumber, logIndex } = query.after ?? start
  const place = [timestamp, chainId, blockNumber, logIndex]
  const values = [query.trader, ...place, query.limit, query.offset]
  const rows = await queryPrepared<RowOf<ActivityTrade>>(db, { ...statement, values })
  return rows.map((row) => ({
    ...row,
    blockNumber: BigInt(row.blockNumber),
    sellSymbol: row.sellSymbol ?? undefined,
    buySymbol: row.buySymbol ?? undefined,
    sellAmount: fromDecimal(row.sellAmount),
    buyAmount: fromDecimal(row.buyAmount),
    volume: row.volume === null ? undefined : fromDecimal(row.volume),
    eligible: fromDecimal(row.eligible),
    code: row.code ?? undefined,
    boundCode: row.boundCode ?? undefined,
  }))
}

/** Lists a page of a trader's trades on all networks, latest first, with their attribution. */
export async function listActivityPage(
  ctx: Context,
  { trader, page }: { readonly trader: Address; readonly page: Page },
): Promise<ActivityTrade[]> {
  const list = `referral-trades:${trader}`
  const after = findPageCursor<ActivityPlace>(ctx, { list, offset: page.offset })
  const offset = after ? 0 : page.offset
  const trades = await listActivity(ctx.db, { trader, limit: page.limit, offset, after })
  const last = trades.at(-1)
  if (last) {
    const { timestamp, chainId, blockNumber, logIndex } = last
    const end: ActivityPlace = { timestamp, chainId, blockNumber, logIndex }
    savePageCursor(ctx, { list, offset: page.offset + trades.length }, end)
  }
  return trades
}
