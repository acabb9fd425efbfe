import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { gather } from '@/lib/core/group-by'
import { arrayLiteral } from '@/lib/db/columns'
import { type Database, fromDecimal, queryPrepared, type Transaction } from '@/lib/db/database'
import { type PoolClose, smoothingSeconds } from '@/lib/market/prices/smooth-price'
import { type PoolCandle as PoolCandleRow, Prisma } from '@/prisma/generated/client'
import { candleSeconds, type PoolCandle, startOfCandle } from './candle'
import type { PoolBar } from './pool-bars'
import type { CandleOfPool } from './swap-candles'

/** Selects candles of `seconds` length that start in [`from`, `to`) (Unix seconds). */
export type CandleQuery = {
  readonly chainId: number
  readonly pools: readonly Address[]
  readonly seconds: number
  readonly from: number
  readonly to: number
}

/** Lists candles by pool, oldest first. Pools without candles are left out. */
export async function listPoolCandles(
  db: Transaction,
  { chainId, pools, seconds, from, to }: CandleQuery,
): Promise<ReadonlyMap<Address, readonly PoolCandle[]>> {
  const rows = await db.poolCandle.findMany({
    where: { chainId, seconds, pool: { in: [...pools] }, at: { gte: from, lt: to } },
    orderBy: { at: 'asc' },
  })
  return gather(rows.map((row) => [row.pool as Address, toPoolCandle(row)]))
}

function toPoolCandle(row: PoolCandleRow): PoolCandle {
  return {
    at: Number(row.at),
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume0: fromDecimal(row.volume0),
    volume1: fromDecimal(row.volume1),
    depth0: fromDecimal(row.depth0),
    depth1: fromDecimal(row.depth1),
    swaps: row.swaps,
  }
}

const barsOf = {
  name: 'pool-bars',
  text: `SELECT pool, at::float8, open, high, low, close,
      volume0::float8, volume1::float8, depth0::float8, depth1::float8
    FROM pool_candles
    WHERE chain_id = $1 AND pool = ANY ($2) AND seconds = $3 AND at >= $4 AND at < $5
    ORDER BY pool, pool_candles.at`,
} as const

const anyBar = {
  name: 'any-pool-bar',
  text: 'SELECT 1 FROM pool_candles WHERE chain_id = $1 AND pool = ANY ($2) LIMIT 1',
} as const

/** Lists bars by pool, oldest first. Pools without bars are left out. Outside transactions only. */
export async function listPoolBars(
  db: Database,
  { chainId, pools, seconds, from, to }: CandleQuery,
): Promise<ReadonlyMap<Address, readonly PoolBar[]>> {
  type BarRow = PoolBar & { readonly pool: string }
  const values = [chainId, pools, seconds, from, to]
  const rows = await queryPrepared<BarRow>(db, { ...barsOf, values })
  return gather(rows.map(({ pool, ...bar }) => [pool as Address, bar]))
}

/** Whether any of these pools has a candle. Outside transactions only. */
export async function hasPoolBars(
  db: Database,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly Address[] },
): Promise<boolean> {
  const rows = await queryPrepared(db, { ...anyBar, values: [chainId, pools] })
  return rows.length > 0
}

const closesOf = {
  name: 'pool-closes',
  text: `SELECT k.pool, c.at::float8, c.close, c.depth0::float8, c.depth1::float8
    FROM unnest($2::text[]) AS k (pool)
    CROSS JOIN LATERAL (
      SELECT at, close, depth0, depth1 FROM pool_candles
      WHERE chain_id = $1 AND pool = k.pool AND seconds = $3 ORDER BY at DESC LIMIT 4
    ) c`,
} as const

type CloseRow = PoolClose & { readonly pool: string }

/** Lists each pool's newest four five-minute closes, if any. Outside transactions only. */
export async function listPoolCloses(
  db: Database,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly Address[] },
): Promise<ReadonlyMap<Address, readonly PoolClose[]>> {
  const values = [chainId, pools, smoothingSeconds]
  const rows = await queryPrepared<CloseRow>(db, { ...closesOf, values })
  return gather(rows.map(({ pool, ...close }) => [pool as Address, close]))
}

const hour = candleSeconds['1h']

/** Volume of a pool in atoms of each token. */
type PoolVolume = { readonly volume0: number; readonly volume1: number }

const volumesOf = {
  name: 'pool-volumes',
  text: `SELECT pool, sum(volume0)::float8 AS volume0, sum(volume1)::float8 AS volume1
    FROM pool_candles
    WHERE chain_id = $1 AND pool = ANY ($2) AND (
      (seconds = 3600 AND at >= $4) OR (seconds = 300 AND at >= $3 AND at < $4))
    GROUP BY pool`,
} as const

type Since = { readonly chainId: number; readonly from: number }

/**
 * Lists volumes of pools since the start of the five-minute window that contains `from` (Unix seconds). Pools
 * without trades are left out. Outside transactions only.
 */
export async function listPoolVolumes(
  db: Database,
  { chainId, pools, from }: Since & { readonly pools: readonly Address[] },
): Promise<ReadonlyMap<Address, PoolVolume>> {
  const values = [chainId, pools, startOfCandle(from), Math.ceil(from / hour) * hour]
  const rows = await queryPrepared<PoolVolume & { readonly pool: string }>(db, {
    ...volumesOf,
    values,
  })
  return new Map(rows.map(({ pool, ...volume }) => [pool as Address, volume]))
}

const max = Prisma.raw(`${maxUint256}::numeric`)

/** Merges later swaps into the five-minute candles of pools. Sums saturate at 2^256 - 1. */
export async function addToCandles(
  tx: Transaction,
  chainId: number,
  candles: readonly CandleOfPool[],
): Promise<void> {
  if (candles.length === 0) return
  await tx.$executeRaw`
    INSERT INTO pool_candles AS c (chain_id, seconds, pool, at, open, high, low, close,
      volume0, volume1, depth0, depth1, swaps)
    SELECT ${chainId}::int, ${candleSeconds['5m']}::int, * FROM unnest(
      ${arrayLiteral(candles.map(({ pool }) => pool))}::text[],
      ${arrayLiteral(candles.map(({ at }) => at))}::bigint[],
      ${arrayLiteral(candles.map(({ open }) => open))}::float8[],
      ${arrayLiteral(candles.map(({ high }) => high))}::float8[],
      ${arrayLiteral(candles.map(({ low }) => low))}::float8[],
      ${arrayLiteral(candles.map(({ close }) => close))}::float8[],
      ${arrayLiteral(candles.map(({ volume0 }) => volume0))}::numeric[],
      ${arrayLiteral(candles.map(({ volume1 }) => volume1))}::numeric[],
      ${arrayLiteral(candles.map(({ depth0 }) => depth0))}::numeric[],
      ${arrayLiteral(candles.map(({ depth1 }) => depth1))}::numeric[],
      ${arrayLiteral(candles.map(({ swaps }) => swaps))}::int[])
    ON CONFLICT (chain_id, pool, seconds, at) DO UPDATE SET
      high = GREATEST(c.high, EXCLUDED.high),
      low = LEAST(c.low, EXCLUDED.low),
      close = EXCLUDED.close,
      volume0 = LEAST(c.volume0 + EXCLUDED.volume0, ${max}),
      volume1 = LEAST(c.volume1 + EXCLUDED.volume1, ${max}),
      depth0 = EXCLUDED.depth0,
      depth1 = EXCLUDED.depth1,
      swaps = c.swaps + EXCLUDED.swaps`
}

/** Candles of some pools that start at `from` (Unix seconds) or later. */
type CandlesSince = { readonly pools: readonly Address[]; readonly from: number }

/** Rolls five-minute candles up to hourly ones, and those to daily ones. */
export async function rollUpCandles(
  tx: Transaction,
  chainId: number,
  candles: CandlesSince,
): Promise<void> {
  if (candles.pools.length === 0) return
  await rollUp(tx, chainId, { ...candles, short: candleSeconds['5m'], long: candleSeconds['1h'] })
  await rollUp(tx, chainId, { ...candles, short: candleSeconds['1h'], long: candleSeconds['1d'] })
}

type Lengths = { readonly short: number; readonly long: number }

async function rollUp(
  tx: Transaction,
  chainId: number,
  { pools, from, short, long }: CandlesSince & Lengths,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO pool_candles (chain_id, pool, seconds, at, open, high, low, close,
      volume0, volume1, depth0, depth1, swaps)
    SELECT ${chainId}::int, pool, ${long}::int, begun,
      (array_agg(open ORDER BY at))[1], max(high), min(low), (array_agg(close ORDER BY at DESC))[1],
      LEAST(sum(volume0), ${max}), LEAST(sum(volume1), ${max}),
      (array_agg(depth0 ORDER BY at DESC))[1], (array_agg(depth1 ORDER BY at DESC))[1],
      LEAST(sum(swaps), 2147483647)
    FROM (SELECT *, at - at % ${long}::int AS begun FROM pool_candles) AS c
    WHERE chain_id = ${chainId} AND seconds = ${short}
      AND pool = ANY(${arrayLiteral(pools)}::text[]) AND at >= ${startOfCandle(from, long)}::bigint
    GROUP BY pool, begun
    ON CONFLICT (chain_id, pool, seconds, at) DO UPDATE SET
      open = EXCLUDED.open, high = EXCLUDED.high, low = EXCLUDED.low, close = EXCLUDED.close,
      volume0 = EXCLUDED.volume0, volume1 = EXCLUDED.volume1,
      depth0 = EXCLUDED.depth0, depth1 = EXCLUDED.depth1, swaps = EXCLUDED.swaps`
}

/** Deletes a network's candles that contain `from` (Unix seconds) or start later. Returns their pools. */
export async function deleteCandlesSince(
  tx: Transaction,
  chainId: number,
  from: number,
): Promise<Address[]> {
  const holding = Object.values(candleSeconds).map(
    (seconds) => Prisma.sql`(seconds = ${seconds} AND at > ${from - seconds}::bigint)`,
  )
  const rows = await tx.$queryRaw<{ pool: Address }[]>`
    WITH gone AS (
      DELETE FROM pool_candles
      WHERE chain_id = ${chainId} AND (${Prisma.join(holding, ' OR ')})
      RETURNING pool
    ) SELECT DISTINCT pool FROM gone`
  return rows.map(({ pool }) => pool)
}

/** Deletes the candles of a pool. */
export async function deleteCandlesOf(
  tx: Transaction,
  chainId: number,
  pool: Address,
): Promise<void> {
  await tx.poolCandle.deleteMany({ where: { chainId, pool } })
}

/** Retention of candles in days, by length; daily candles are kept for good. */
const keptDays = { '5m': 30, '1h': 400 } as const

/**
 * Deletes a network's candles whose retention has expired at `now`, except those that longer candles at
 * `openSince` or later are still rolled up from. Both are Unix seconds.
 */
export async function deleteOldCandles(
  tx: Transaction,
  chainId: number,
  { now, openSince }: { readonly now: number; readonly openSince: number },
): Promise<void> {
  const day = candleSeconds['1d']
  const before = (days: number, unit: number) =>
    startOfCandle(Math.min(now - days * day, openSince), unit)
  await tx.$executeRaw`
    DELETE FROM pool_candles WHERE chain_id = ${chainId} AND (
      (seconds = ${candleSeconds['5m']} AND at < ${before(keptDays['5m'], candleSeconds['1h'])}::bigint)
      OR (seconds = ${candleSeconds['1h']} AND at < ${before(keptDays['1h'], day)}::bigint))`
}
