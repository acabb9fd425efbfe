import type { Address } from '@/lib/core/address'
import { isVaultPool, type Pool, type VaultToken } from '@/lib/liquidity/pool'
import { amountOut, type Hop } from '@/lib/liquidity/swap-pool'
import type { Route } from '@/lib/routing/route'

/**
 * Executes a route alone, hop by hop from its sell amount; returns the sold and bought amounts. Throws if a hop takes
 * more than is available, a pool pays a different amount, a pool outside the vault repeats, or another token than
 * the buy token remains.
 */
export function replayRoute(route: Route): { readonly sold: bigint; readonly bought: bigint } {
  const balances = new Map<Address, bigint>([[route.sellToken, route.sellAmount]])
  const used = new Map<Address, Pool>()
  for (const { pool, tokenIn, tokenOut, ...amounts } of route.hops) {
    const now = used.get(pool.address) ?? pool
    if (now !== pool && !isVaultPool(pool)) {
      throw new Error(`pool ${pool.address} is used twice`)
    }
    const left = (balances.get(tokenIn) ?? 0n) - amounts.amountIn
    if (left < 0n) throw new Error(`hop takes ${-left} more ${tokenIn} than is available`)
    const paid = amountOut(now, { token: tokenIn, amount: amounts.amountIn }, tokenOut)
    if (paid !== amounts.amountOut) throw new Error(`pool ${pool.address} pays ${paid}`)
    used.set(pool.address, afterHop(now, { tokenIn, tokenOut, ...amounts }))
    balances.set(tokenIn, left)
    balances.set(tokenOut, (balances.get(tokenOut) ?? 0n) + paid)
  }
  for (const [token, balance] of balances) {
    if (token !== route.buyToken && balance !== 0n)
      throw new Error(`${balance} of ${token} are left`)
  }
  return { sold: route.sellAmount, bought: balances.get(route.buyToken) ?? 0n }
}

/** Returns the pool after a hop; the vault keeps the fee in the pool. */
function afterHop(pool: Pool, { tokenIn, tokenOut, ...amounts }: Omit<Hop, 'pool'>): Pool {
  if (!isVaultPool(pool)) return { ...pool }
  const changed = <T extends VaultToken>(token: T): T => {
    if (token.address === tokenIn) return { ...token, balance: token.balance + amounts.amountIn }
    if (token.address === tokenOut) return { ...token, balance: token.balance - amounts.amountOut }
    return token
  }
  return pool.protocol === 'balancer-weighted'
    ? { ...pool, tokens: pool.tokens.map(changed) }
    : { ...pool, tokens: pool.tokens.map(changed) }
}
