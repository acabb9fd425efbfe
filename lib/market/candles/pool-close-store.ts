import type { Address } from '@/lib/core/address'
import { gather } from '@/lib/core/gather'
import { type Database, queryPrepared } from '@/lib/db/database'
import { type PoolClose, smoothingSeconds } from '@/lib/market/prices/smooth-price'

const closesOf = {
  name: 'pool-closes',
  text: `SELECT k.pool, c.at::float8, c.close, c.depth0::float8, c.depth1::float8
    FROM unnest($2::text[]) AS k (pool)
    CROSS JOIN LATERAL (
      SELECT at, close, depth0, depth1 FROM pool_candles
      WHERE chain_id = $1 AND pool = k.pool AND seconds = $3 ORDER BY at DESC LIMIT 4
    ) c`,
} as const

const tip = {
  name: 'market-tip',
  text: `SELECT number, timestamp::float8 AS at FROM indexed_blocks
    WHERE chain_id = $1 AND indexer = 'market' ORDER BY number DESC LIMIT 1`,
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

/** Finds the newest indexed block and its time (Unix seconds). Outside transactions only. */
export async function findCandleTip(
  db: Database,
  chainId: number,
): Promise<{ readonly number: bigint; readonly at: number } | undefined> {
  type TipRow = { readonly number: string; readonly at: number }
  const [row] = await queryPrepared<TipRow>(db, { ...tip, values: [chainId] })
  return row && { number: BigInt(row.number), at: row.at }
}
