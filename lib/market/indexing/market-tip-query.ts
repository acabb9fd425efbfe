import { type Database, queryPrepared } from '@/lib/db/database'

const tip = {
  name: 'market-tip',
  text: `SELECT number, timestamp::float8 AS at FROM indexed_blocks
    WHERE chain_id = $1 AND indexer = 'market' ORDER BY number DESC LIMIT 1`,
} as const

/** Finds the newest indexed block and its time (Unix seconds). Outside transactions only. */
export async function findCandleTip(
  db: Database,
  chainId: number,
): Promise<{ readonly number: bigint; readonly at: number } | undefined> {
  type TipRow = { readonly number: string; readonly at: number }
  const [row] = await queryPrepared<TipRow>(db, { ...tip, values: [chainId] })
  return row && { number: BigInt(row.number), at: row.at }
}
