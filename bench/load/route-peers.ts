import type { ConstantProductPool, Pool } from '@/lib/liquidity/pool'
import { executeSell } from '@/lib/routing/execution/execute-legs'
import { buildGraph } from '@/lib/routing/graph/pool-graph'
import { type RouteRequest, sumHops } from '@/lib/routing/route'
import { findPaths } from '@/lib/routing/single-path'

/** The input of a route; `gasPrice` is in atoms of the buy token per unit of gas. */
export type Sale = RouteRequest & { readonly sellAmount: bigint; readonly gasPrice: number }

/** Number of equal parts of a naive split, sold one after the other. */
const parts = 20n

/** Number of single paths executed in integers. */
const triedPaths = 8

/** Returns the proceeds of the best single path of three pools net of gas, in atoms. */
export function bestSinglePath(pools: readonly Pool[], sale: Sale): number {
  const nets = executePaths(pools, sale).map((hops) => {
    const { buyAmount, gas } = sumHops(hops, sale)
    return Number(buyAmount) - sale.gasPrice * Number(gas)
  })
  return Math.max(...nets)
}

/**
 * Returns the proceeds of a naive split in atoms: sells each twentieth on the best path of three pools after the
 * earlier ones, as routers that split by percentages do.
 */
export function splitNaively(pools: readonly ConstantProductPool[], sale: Sale): bigint {
  const now = new Map(pools.map((pool) => [pool.address, pool]))
  let bought = 0n
  for (let part = 0n; part < parts; part += 1n) {
    const sellAmount = (sale.sellAmount * (part + 1n)) / parts - (sale.sellAmount * part) / parts
    const chunk = { ...sale, sellAmount }
    const amountOf = (hops: ReturnType<typeof executePaths>[number]) =>
      sumHops(hops, sale).buyAmount
    const [best] = executePaths([...now.values()], chunk).sort((a, b) =>
      Number(amountOf(b) - amountOf(a)),
    )
    for (const { pool, tokenIn, amountIn, amountOut } of best ?? []) {
      const before = now.get(pool.address)
      if (!before) throw new Error(`pool ${pool.address} is unknown`)
      const [more0, more1] =
        tokenIn === before.token0 ? [amountIn, -amountOut] : [-amountOut, amountIn]
      const reserve0 = before.reserve0 + more0
      const reserve1 = before.reserve1 + more1
      now.set(pool.address, { ...before, reserve0, reserve1 })
    }
    bought += best ? amountOf(best) : 0n
  }
  return bought
}

function executePaths(pools: readonly Pool[], sale: Sale) {
  const graph = buildGraph(pools, sale)
  const { sellAmount } = sale
  const paths = findPaths(graph, { kind: 'sell', amount: Number(sellAmount) }, triedPaths)
  return paths.flatMap((legs) => {
    const { hops } = executeSell(graph, { legs, sellAmount })
    return hops ? [hops] : []
  })
}
