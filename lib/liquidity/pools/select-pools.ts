import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { otherToken, type PairDescriptor, type PoolDescriptor } from '@/lib/liquidity/pool'
import {
  listPoolsAcross,
  listPoolsBetween,
  listPoolsOf,
  listVaultPoolsBetween,
  listVaultPoolsOf,
} from './pool-store'

/** Maximum pools of two tokens, and of the vault, per request. */
const maxPools = 300
const maxVaultPools = 300

/** Pools searched for connecting tokens. */
const maxNeighbours = 1_000

/** Pools searched to give each token its share. */
const maxShared = 4_000

/**
 * Selects the stored pools that a route between `tokens` may use: those between them and the base tokens first, then
 * those that lead through a token one hop away. If there are too many, each token gets its share, so that nobody who
 * creates tokens and pools by the hundred displaces the others'.
 */
export async function selectPools(
  ctx: Context,
  { chainId, tokens }: Selection,
): Promise<readonly PoolDescriptor[]> {
  const { baseTokens } = ctx.chain(chainId).network
  const pairs = await selectPairs(ctx, { chainId, tokens })
  const reached = new Set([
    ...tokens,
    ...baseTokens,
    ...pairs.flatMap(({ token0, token1 }) => [token0, token1]),
  ])
  const ends = { chainId, tokens: [...reached], limit: maxVaultPools }
  return [...pairs, ...(await listVaultPoolsBetween(ctx.db, ends))]
}

type Selection = { readonly chainId: number; readonly tokens: readonly Address[] }

async function selectPairs(
  ctx: Context,
  { chainId, tokens }: Selection,
): Promise<readonly PairDescriptor[]> {
  const { baseTokens } = ctx.chain(chainId).network
  const core = new Set([...tokens, ...baseTokens])
  const [ofCore, touching, touchingVault] = await Promise.all([
    listPoolsBetween(ctx.db, { chainId, tokens: [...core], limit: maxPools }),
    listPoolsOf(ctx.db, { chainId, tokens, limit: maxNeighbours }),
    listVaultPoolsOf(ctx.db, { chainId, tokens, limit: maxVaultPools }),
  ])
  if (ofCore.length >= maxPools) return selectShares(ctx, { chainId, tokens })
  const adjacent = [
    ...touching.flatMap(({ token0, token1 }) => [token0, token1]),
    ...touchingVault.flatMap((pool) => pool.tokens),
  ]
  const neighbours = adjacent.filter((token) => !core.has(token))
  if (neighbours.length === 0) return ofCore
  const around = await listPoolsBetween(ctx.db, {
    chainId,
    tokens: [...new Set([...core, ...neighbours])],
    limit: maxNeighbours,
  })
  const connecting = withoutDeadEnds(around, core)
  const chosen = new Map([...ofCore, ...connecting].map((pool) => [pool.address, pool]))
  return [...chosen.values()].slice(0, maxPools)
}

async function selectShares(
  ctx: Context,
  { chainId, tokens }: Selection,
): Promise<readonly PairDescriptor[]> {
  const { baseTokens } = ctx.chain(chainId).network
  const [ofBase, across, between] = await Promise.all([
    listPoolsBetween(ctx.db, { chainId, tokens: baseTokens, limit: maxPools }),
    listPoolsAcross(ctx.db, { chainId, tokens, others: baseTokens, limit: maxShared }),
    listPoolsBetween(ctx.db, { chainId, tokens, limit: maxNeighbours }),
  ])
  const pools = [...ofBase, ...across, ...between]
  return roundRobin(pools, new Set(baseTokens)).slice(0, maxPools)
}

/**
 * Orders distinct pools round-robin, so that all tokens have their first pool before any has its second: the base
 * tokens' own pools, then those of the other tokens in turn, pools with a base token before those without.
 */
function roundRobin(
  pools: readonly PairDescriptor[],
  baseTokens: ReadonlySet<Address>,
): readonly PairDescriptor[] {
  const others = ({ token0, token1 }: PairDescriptor) =>
    [token0, token1].filter((token) => !baseTokens.has(token))
  const distinct = [...new Map(pools.map((pool) => [pool.address, pool])).values()]
  const turns = new Map<Address, number>()
  return distinct
    .sort((a, b) => others(a).length - others(b).length)
    .map((pool) => {
      const turn = Math.max(-1, ...others(pool).map((token) => turns.get(token) ?? 0))
      for (const token of others(pool)) turns.set(token, (turns.get(token) ?? 0) + 1)
      return { pool, turn }
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ pool }) => pool)
}

/** Drops pools of a token that trades with only one other: no route passes through it. */
function withoutDeadEnds(
  pools: readonly PairDescriptor[],
  ends: ReadonlySet<Address>,
): readonly PairDescriptor[] {
  const partners = new Map<Address, Set<Address>>()
  for (const pool of pools) {
    for (const token of [pool.token0, pool.token1]) {
      const partner = otherToken(pool, token)
      if (partner) partners.set(token, (partners.get(token) ?? new Set()).add(partner))
    }
  }
  const isThrough = (token: Address) => ends.has(token) || (partners.get(token)?.size ?? 0) > 1
  return pools.filter((pool) => isThrough(pool.token0) && isThrough(pool.token1))
}
