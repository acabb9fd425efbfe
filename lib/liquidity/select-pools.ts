import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type KnownPool, otherToken } from './pool'
import { listPoolsBetween, listPoolsOf } from './pool-store'

/** Pools read for one question at most. */
const maxPools = 200

/** Pools looked at in search of tokens that connect. */
const maxNeighbours = 1_000

/**
 * The stored pools that a route between `tokens` may use: those between them and the base tokens first, then
 * those that lead through a token one hop away.
 */
export async function selectPools(
  ctx: Context,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: readonly Address[] },
): Promise<readonly KnownPool[]> {
  const core = new Set([...tokens, ...ctx.chain(chainId).network.baseTokens])
  const [between, touching] = await Promise.all([
    listPoolsBetween(ctx.db, { chainId, tokens: [...core], limit: maxPools }),
    listPoolsOf(ctx.db, { chainId, tokens, limit: maxNeighbours }),
  ])
  const neighbours = touching.flatMap((pool) =>
    [pool.token0, pool.token1].filter((token) => !core.has(token)),
  )
  if (neighbours.length === 0 || between.length >= maxPools) return between
  const around = await listPoolsBetween(ctx.db, {
    chainId,
    tokens: [...new Set([...core, ...neighbours])],
    limit: maxNeighbours,
  })
  const connecting = withoutDeadEnds(around, core)
  const chosen = new Map([...between, ...connecting].map((pool) => [pool.address, pool]))
  return [...chosen.values()].slice(0, maxPools)
}

/** Leaves out pools of a token that only one other token trades with: no route passes through it. */
function withoutDeadEnds(
  pools: readonly KnownPool[],
  ends: ReadonlySet<Address>,
): readonly KnownPool[] {
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
