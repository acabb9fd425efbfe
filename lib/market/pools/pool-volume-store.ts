import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared } from '@/lib/db/database'
import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'

const hour = candleSeconds['1h']

/** Volume of a pool in atoms of each token. */
export type PoolVolume = { readonly volume0: number; readonly volume1: number }

const volumesOf = {
  name: 'pool-volumes',
  text: `SELECT pool, sum(volume0)::float8 AS volume0, sum(volume1)::float8 AS volume1
    FROM pool_candles
    WHERE chain_id = $1 AND pool = ANY ($2) AND (
      (seconds = 3600 AND at >= $4) OR (seconds = 300 AND at >= $3 AND at < $4))
    GROUP BY pool`,
} as const

const maxTraded = {
  name: 'most-traded-pools',
  text: `SELECT p.address FROM pools p LEFT JOIN (
      SELECT pool, sum(swaps) AS swaps FROM pool_candles
      WHERE chain_id = $1 AND seconds = 3600 AND at >= $2 GROUP BY pool
    ) c ON c.pool = p.address
    WHERE p.chain_id = $1
    ORDER BY c.swaps DESC NULLS LAST, p.created_block, p.address LIMIT $3`,
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

/** Lists pool addresses by number of swaps since `from` (Unix seconds), descending. Outside transactions only. */
export async function listMostTradedPools(
  db: Database,
  { chainId, from, limit }: Since & { readonly limit: number },
): Promise<readonly Address[]> {
  const values = [chainId, startOfCandle(from, hour), limit]
  const rows = await queryPrepared<{ readonly address: string }>(db, { ...maxTraded, values })
  return rows.map(({ address }) => address as Address)
}
