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
 * The most that a sale brings after the cost of gas over all sets of pools, with what that search found out: whether
 * it came to its end within `maxNodes` sets.
 *
 * A set is solved without gas. The best choice among its subsets either uses all pools of that solution, which
 * then is it, or leaves one of them out: each is tried in turn, those before it kept for good. A set that could not
 * beat the best known even if it paid for the kept pools only is passed over.
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
