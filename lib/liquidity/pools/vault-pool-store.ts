import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/array-literal'
import type { Transaction } from '@/lib/db/database'
import type { KnownVaultPool } from '@/lib/liquidity/pool'

type PoolQuery = {
  readonly chainId: number
  readonly tokens: readonly Address[]
  readonly limit: number
}

type Row = {
  readonly poolId: string
  readonly factory: string
  readonly tokens: readonly string[]
  readonly createdBlock: bigint
}

/** Lists vault pools with at least two of `tokens`, oldest first. */
export async function listVaultPoolsBetween(
  db: Transaction,
  { chainId, tokens, limit }: PoolQuery,
): Promise<KnownVaultPool[]> {
  const literal = arrayLiteral(tokens)
  const rows = await db.$queryRaw<Row[]>`
    SELECT pool_id AS "poolId", factory, tokens, created_block AS "createdBlock" FROM vault_pools
    WHERE chain_id = ${chainId} AND tokens && ${literal}::text[]
      AND (SELECT count(*) FROM unnest(tokens) AS token WHERE token = ANY(${literal}::text[])) > 1
    ORDER BY created_block, pool_id LIMIT ${limit}`
  return toKnownPools(chainId, rows)
}

/** Lists vault pools with at least one of `tokens`, oldest first. */
export async function listVaultPoolsOf(
  db: Transaction,
  { chainId, tokens, limit }: PoolQuery,
): Promise<KnownVaultPool[]> {
  const rows = await db.vaultPool.findMany({
    where: { chainId, tokens: { hasSome: [...tokens] } },
    orderBy: [{ createdBlock: 'asc' }, { poolId: 'asc' }],
    take: limit,
  })
  return toKnownPools(chainId, rows)
}

/** Stores vault pools that are not stored yet; returns their number. */
export async function saveVaultPools(
  db: Transaction,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly KnownVaultPool[] },
): Promise<number> {
  if (pools.length === 0) return 0
  const { count } = await db.vaultPool.createMany({
    data: pools.map(({ poolId, factory, tokens, createdBlock }) => {
      return { chainId, poolId, factory, tokens: [...tokens], createdBlock }
    }),
    skipDuplicates: true,
  })
  return count
}

/** Omits pools of factories that are no longer configured. */
function toKnownPools(chainId: number, rows: readonly Row[]): KnownVaultPool[] {
  const makers = getNetwork(chainId).factories.balancerV2
  const kinds = new Map(makers.map(({ address, makes }) => [address, makes]))
  return rows.flatMap(({ poolId, factory, tokens, createdBlock }) => {
    const kind = kinds.get(factory as Address)
    const address = poolId.slice(0, 42) as Address
    const pool = { address, poolId: poolId as Hex, factory: factory as Address, createdBlock }
    return kind ? [{ ...pool, kind, tokens: tokens as Address[] }] : []
  })
}
