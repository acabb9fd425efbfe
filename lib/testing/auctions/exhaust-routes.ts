import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { findRoute } from '@/lib/routing/find-route'

type Question = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  /** Atoms of the buy token per unit of gas. */
  readonly gasPrice: number
}

/**
 * Returns the maximum proceeds of a sale net of gas over all sets of pools, and whether the search completed within
 * `maxNodes` sets.
 *
 * Branch and bound: a set is first solved without gas. The best subset either uses all pools of that solution, and
 * is then that solution, or omits one of them: each is omitted in turn, with the earlier ones fixed. A set is pruned
 * if it could not beat the incumbent even when paying gas for its fixed pools only.
 */
export function exhaustRoutes(
  pools: readonly Pool[],
  { gasPrice, ...request }: Question,
  maxNodes: number,
): { readonly net: number; readonly isComplete: boolean } {
  const costOf = (pool: Pool) => gasPrice * Number(poolGas[pool.protocol])
  const cheapest = gasPrice * Number(poolGas['uniswap-v2'])
  let net = Number.NEGATIVE_INFINITY
  let nodes = 0
  const visit = (allowed: readonly Pool[], kept: ReadonlySet<Pool>): void => {
    nodes += 1
    const route = nodes <= maxNodes ? findRoute(allowed, request) : undefined
    if (!route) return
    const used = route.hops.map(({ pool }) => pool)
    const cost = used.reduce((sum, pool) => sum + costOf(pool), 0)
    net = Math.max(net, Number(route.buyAmount) - cost)
    const keptCost = [...kept].reduce((sum, pool) => sum + costOf(pool), 0)
    if (Number(route.bound) - Math.max(keptCost, cheapest) <= net) return
    const forced = new Set(kept)
    for (const pool of used.filter((each) => !kept.has(each)).reverse()) {
      visit(
        allowed.filter((each) => each !== pool),
        new Set(forced),
      )
      forced.add(pool)
    }
  }
  visit(pools, new Set())
  return { net, isComplete: nodes <= maxNodes }
}
