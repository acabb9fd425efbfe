import type { Address } from '@/lib/core/address'
import { gather } from '@/lib/core/gather'
import { type Database, queryPrepared } from '@/lib/db/database'
import type { CandleQuery } from './candle-store'
import type { PoolBar } from './pool-bars'

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
