import type { Address } from '@/lib/core/address'
import { gather } from '@/lib/core/gather'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { PoolCandle as PoolCandleRow } from '@/prisma/generated/client'
import type { PoolCandle } from './candle'

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
