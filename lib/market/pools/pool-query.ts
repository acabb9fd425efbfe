import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { pairProtocols } from '@/lib/liquidity/pools/pool-store'
import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'

const columns = `address, protocol, factory, token0, token1, fee_ppm AS "feePpm",
  tick_spacing AS "tickSpacing", created_block AS "createdBlock"`

const betweenTokens = {
  name: 'pools-between',
  text: `SELECT ${columns} FROM pools WHERE chain_id = $1 AND token0 = ANY ($2) AND token1 = ANY ($2)
    ORDER BY created_block, address LIMIT $3`,
} as const

const ofToken = {
  name: 'pools-of-token',
  text: `SELECT ${columns} FROM pools
    WHERE chain_id = $1 AND ((token0 = $2 AND token1 = ANY ($3)) OR (token1 = $2 AND token0 = ANY ($3)))
    ORDER BY created_block, address LIMIT $4`,
} as const

const pooledTokens = {
  name: 'pooled-tokens',
  text: `SELECT token1 AS token FROM pools WHERE chain_id = $1 AND token0 = ANY ($2)
    UNION SELECT token0 FROM pools WHERE chain_id = $1 AND token1 = ANY ($2)`,
} as const

const byTrades = {
  name: 'most-traded-pools',
  text: `SELECT p.address FROM pools p LEFT JOIN (
      SELECT pool, sum(swaps) AS swaps FROM pool_candles
      WHERE chain_id = $1 AND seconds = 3600 AND at >= $2 GROUP BY pool
    ) c ON c.pool = p.address
    WHERE p.chain_id = $1
    ORDER BY c.swaps DESC NULLS LAST, p.created_block, p.address LIMIT $3`,
} as const

// All queries use prepared statements, to make the first price of a token fast: outside transactions only.

/** Lists pools between tokens of a list, oldest first. */
export async function listPricePoolsBetween(
  db: Database,
  query: { readonly chainId: number; readonly tokens: readonly Address[]; readonly limit: number },
): Promise<readonly PairDescriptor[]> {
  const values = [query.chainId, query.tokens, query.limit]
  const rows = await queryPrepared<PoolRow>(db, { ...betweenTokens, values })
  return rows.map(toKnownPool)
}

/** Lists pools of a token with any of `partners`, oldest first. */
export async function listPricePoolsOf(
  db: Database,
  query: {
    readonly chainId: number
    readonly token: Address
    readonly partners: readonly Address[]
    readonly limit: number
  },
): Promise<readonly PairDescriptor[]> {
  const values = [query.chainId, query.token, query.partners, query.limit]
  const rows = await queryPrepared<PoolRow>(db, { ...ofToken, values })
  return rows.map(toKnownPool)
}

/** Lists the tokens with a stored pool with one of `partners`. */
export async function listPooledTokens(
  db: Database,
  { chainId, partners }: { readonly chainId: number; readonly partners: readonly Address[] },
): Promise<ReadonlySet<Address>> {
  type TokenRow = { readonly token: string }
  const rows = await queryPrepared<TokenRow>(db, { ...pooledTokens, values: [chainId, partners] })
  return new Set(rows.map(({ token }) => token as Address))
}

/** Lists pool addresses by number of swaps since `from` (Unix seconds), descending. Outside transactions only. */
export async function listMostTradedPools(
  db: Database,
  {
    chainId,
    from,
    limit,
  }: { readonly chainId: number; readonly from: number; readonly limit: number },
): Promise<readonly Address[]> {
  const values = [chainId, startOfCandle(from, candleSeconds['1h']), limit]
  const rows = await queryPrepared<{ readonly address: string }>(db, { ...byTrades, values })
  return rows.map(({ address }) => address as Address)
}

/** Lists pools found by querying a factory that have no candle older than `before` (Unix seconds). */
export async function listPoolsToBackfill(
  db: Transaction,
  chainId: number,
  before: number,
): Promise<Address[]> {
  const rows = await db.$queryRaw<{ address: Address }[]>`
    SELECT address FROM pools AS p
    WHERE chain_id = ${chainId} AND created_block = 0 AND NOT EXISTS (
      SELECT FROM pool_candles AS c
      WHERE c.chain_id = p.chain_id AND c.pool = p.address AND seconds = 300
        AND at < ${before}::bigint)
    ORDER BY address`
  return rows.map(({ address }) => address)
}

type PoolRow = Omit<PairDescriptor, 'protocol' | 'tickSpacing' | 'createdBlock'> & {
  readonly protocol: keyof typeof pairProtocols
  readonly tickSpacing: number | null
  readonly createdBlock: string
}

function toKnownPool(row: PoolRow): PairDescriptor {
  return {
    ...row,
    protocol: pairProtocols[row.protocol],
    tickSpacing: row.tickSpacing ?? undefined,
    createdBlock: BigInt(row.createdBlock),
  }
}
