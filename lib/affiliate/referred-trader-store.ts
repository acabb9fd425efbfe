import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import { decodeTraderState, newTrader, type TraderState } from './trader-state'

/** A trader of whom an order that was traded has named a code. */
export type ReferredTrader = {
  readonly trader: Address
  /** What its decided trades have left. */
  readonly decided: TraderState
  /** Trades before this Unix second are decided. */
  readonly decidedTo: number
  /** Of the facts that its undecided trades were judged by. */
  readonly fingerprint: string
}

/** Numbers of blocks of a network: those after the first up to the last. */
export type BlocksAfter = {
  readonly chainId: number
  readonly after: bigint
  readonly upTo: bigint
}

/**
 * Notes the traders of trades in a range of blocks whose order named a code, and of those that are noted already
 * that they have traded again.
 */
export async function noteReferredTraders(
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

/** Traders with undecided trades, by address, after one of them. */
export async function listUndecidedTraders(
  db: Transaction,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly ReferredTrader[]> {
  type Row = {
    readonly trader: Address
    readonly decided: unknown
    readonly decidedTo: number
    readonly fingerprint: string
  }
  const rows = await db.$queryRaw<Row[]>`
    SELECT trader, decided, decided_to::float8 AS "decidedTo", fingerprint FROM referred_traders
    WHERE last_trade_at >= decided_to AND trader > ${after} ORDER BY trader LIMIT ${limit}`
  return rows.map((row) => ({
    ...row,
    decided: row.decided === null ? newTrader : decodeTraderState(row.decided),
  }))
}

/** Has all trades of all traders judged anew. */
export async function undecideTraders(db: Transaction): Promise<void> {
  await db.$executeRaw`
    UPDATE referred_traders SET decided_to = 0, decided = NULL, fingerprint = ''`
}

/** Up to which block of a network all traders are noted; undefined before the first look. */
export async function findNotedBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const row = await db.cursor.findUnique({ where: { chainId_name: { chainId, name } } })
  return row?.blockNumber
}

/** See {@link findNotedBlock}. */
export async function saveNotedBlock(
  db: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<void> {
  const where = { chainId_name: { chainId, name } }
  await db.cursor.upsert({ where, create: { chainId, name, blockNumber }, update: { blockNumber } })
}

const name = 'referrals'

/** The block of the first trade of a network. */
export async function findFirstTradeBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const { _min } = await db.trade.aggregate({ where: { chainId }, _min: { blockNumber: true } })
  return _min.blockNumber ?? undefined
}
