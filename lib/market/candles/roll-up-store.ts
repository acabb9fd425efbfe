import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { arrayLiteral } from '@/lib/db/array-literal'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { candleSeconds, startOfCandle } from './candle'
import type { CandleOfPool } from './swap-candles'

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
export type CandlesSince = { readonly pools: readonly Address[]; readonly from: number }

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
