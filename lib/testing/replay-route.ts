import type { Address } from '@/lib/core/address'
import { amountOut } from '@/lib/liquidity/swap-pool'
import type { Route } from '@/lib/routing/route'

/**
 * Carries a route out on its own, hop by hop from its sell amount: what is sold and bought. Throws where a hop takes
 * more than is there, a pool pays something else or comes twice, or something other than the buy token is left.
 */
export function replayRoute(route: Route): { readonly sold: bigint; readonly bought: bigint } {
  const balances = new Map<Address, bigint>([[route.sellToken, route.sellAmount]])
  const used = new Set<Address>()
  for (const { pool, tokenIn, tokenOut, ...amounts } of route.hops) {
    if (used.has(pool.address)) throw new Error(`pool ${pool.address} comes twice`)
    used.add(pool.address)
    const left = (balances.get(tokenIn) ?? 0n) - amounts.amountIn
    if (left < 0n) throw new Error(`hop takes ${-left} more of ${tokenIn} than is there`)
    const paid = amountOut(pool, { token: tokenIn, amount: amounts.amountIn }, tokenOut)
    if (paid !== amounts.amountOut) throw new Error(`pool ${pool.address} pays ${paid}`)
    balances.set(tokenIn, left)
    balances.set(tokenOut, (balances.get(tokenOut) ?? 0n) + paid)
  }
  for (const [token, balance] of balances) {
    if (token !== route.buyToken && balance !== 0n)
      throw new Error(`${balance} of ${token} are left`)
  }
  return { sold: route.sellAmount, bought: balances.get(route.buyToken) ?? 0n }
}
