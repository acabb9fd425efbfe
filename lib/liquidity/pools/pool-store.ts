import type { CursorKey } from '@/lib/chain/block-store'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import type { KnownVaultPool, PairDescriptor, PairPool } from '@/lib/liquidity/pool'
import type { Pool as PoolRow, Prisma } from '@/prisma/generated/client'

type PoolQuery = {
  readonly chainId: number
  readonly tokens: readonly Address[]
  readonly limit: number
}

/** Protocols of pairs by their names in the database. */
export const pairProtocols: Readonly<Record<PoolRow['protocol'], PairPool['protocol']>> = {
  uniswap_v2: 'uniswap-v2',
  uniswap_v3: 'uniswap-v3',
}

const storedProtocols: Readonly<Record<PairPool['protocol'], PoolRow['protocol']>> = {
  'uniswap-v2': 'uniswap_v2',
  'uniswap-v3': 'uniswap_v3',
}

/** Returns the checkpoint of a network up to which new pools are stored. */
export const poolCursor = (chainId: number): CursorKey => ({ chainId, name: 'pools' })

/** Lists pools whose tokens are both among `tokens`, oldest first. */
export async function listPoolsBetween(
  db: Transaction,
  query: PoolQuery,
): Promise<PairDescriptor[]> {
  const tokens = { in: [...query.tokens] }
  return listOldest(db, query, { token0: tokens, token1: tokens })
}

/** Lists pools with one token among `tokens` and the other among `others`, oldest first. */
export async function listPoolsAcross(
  db: Transaction,
  query: PoolQuery & { readonly others: readonly Address[] },
): Promise<PairDescriptor[]> {
  const [tokens, others] = [{ in: [...query.tokens] }, { in: [...query.others] }]
  const sides = [
    { token0: tokens, token1: others },
    { token0: others, token1: tokens },
  ]
  return listOldest(db, query, { OR: sides })
}

/** Lists pools with at least one of `tokens`, oldest first. */
export async function listPoolsOf(db: Transaction, query: PoolQuery): Promise<PairDescriptor[]> {
  const tokens = { in: [...query.tokens] }
  return listOldest(db, query, { OR: [{ token0: tokens }, { token1: tokens }] })
}

/** Lists those of these pools that are stored, oldest first. */
export async function listPoolsByAddress(
  db: Transaction,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<PairDescriptor[]> {
  const limit = addresses.length
  return listOldest(db, { chainId, limit }, { address: { in: [...addresses] } })
}

async function listOldest(
  db: Transaction,
  { chainId, limit }: Pick<PoolQuery, 'chainId' | 'limit'>,
  where: Prisma.PoolWhereInput,
): Promise<PairDescriptor[]> {
  const rows = await db.pool.findMany({
    where: { ...where, chainId },
    orderBy: [{ createdBlock: 'asc' }, { address: 'asc' }],
    take: limit,
  })
  return rows.map(toKnownPool)
}

/** Lists the addresses of all stored pools of a network. */
export async function listPoolAddresses(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.pool.findMany({ where: { chainId }, select: { address: true } })
  return rows.map(({ address }) => address as Address)
}

/** Returns the protocols of those of `addresses` that are stored pools. */
export async function findProtocols(
  db: Transaction,
  chainId: number,
  addresses: readonly Address[],
): Promise<Map<Address, PairPool['protocol']>> {
  if (addresses.length === 0) return new Map()
  const rows = await db.$queryRaw<{ address: Address; protocol: PoolRow['protocol'] }[]>`
    SELECT address, protocol::text FROM pools
    WHERE chain_id = ${chainId} AND address = ANY(${arrayLiteral(addresses)}::text[])`
  return new Map(rows.map(({ address, protocol }) => [address, pairProtocols[protocol]]))
}

/** Stores pools that are not stored yet; returns their number. */
export async function savePools(
  db: Transaction,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly PairDescriptor[] },
): Promise<number> {
  if (pools.length === 0) return 0
  const { count } = await db.pool.createMany({
    data: pools.map((pool) => ({
      ...pool,
      chainId,
      protocol: storedProtocols[pool.protocol],
      tickSpacing: pool.tickSpacing ?? null,
    })),
    skipDuplicates: true,
  })
  return count
}

function toKnownPool(row: PoolRow): PairDescriptor {
  return {
    address: row.address as Address,
    protocol: pairProtocols[row.protocol],
    factory: row.factory as Address,
    token0: row.token0 as Address,
    token1: row.token1 as Address,
    feePpm: row.feePpm,
    tickSpacing: row.tickSpacing ?? undefined,
    createdBlock: row.createdBlock,
  }
}

type VaultPoolRow = {
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
  const rows = await db.$queryRaw<VaultPoolRow[]>`
    SELECT pool_id AS "poolId", factory, tokens, created_block AS "createdBlock" FROM vault_pools
    WHERE chain_id = ${chainId} AND tokens && ${literal}::text[]
      AND (SELECT count(*) FROM unnest(tokens) AS token WHERE token = ANY(${literal}::text[])) > 1
    ORDER BY created_block, pool_id LIMIT ${limit}`
  return toKnownVaultPools(chainId, rows)
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
  return toKnownVaultPools(chainId, rows)
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
function toKnownVaultPools(chainId: number, rows: readonly VaultPoolRow[]): KnownVaultPool[] {
  const makers = getNetwork(chainId).factories.balancerV2
  const kinds = new Map(makers.map(({ address, makes }) => [address, makes]))
  return rows.flatMap(({ poolId, factory, tokens, createdBlock }) => {
    const kind = kinds.get(factory as Address)
    const address = poolId.slice(0, 42) as Address
    const pool = { address, poolId: poolId as Hex, factory: factory as Address, createdBlock }
    return kind ? [{ ...pool, kind, tokens: tokens as Address[] }] : []
  })
}
