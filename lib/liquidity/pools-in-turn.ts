import type { Address } from '@/lib/core/address'
import type { Hop } from './hop'
import type { Pool, WeightedPool } from './pool'
import { amountOut } from './swap-pool'

/** What a pool is asked for: to take one amount for as much of the other token as it pays. */
type Asked = Omit<Hop, 'amountOut'>

type Used = {
  readonly now: Pool
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlySet<Address>
}

const one = 10n ** 18n

/**
 * Carries out swaps one after the other: gives what the pool pays, exactly as the chain would, or undefined.
 *
 * Only weighted pools are asked again, each on the balances that the swaps before have left, and of each token a pool
 * only takes or only pays, and takes no more in all than one swap may bring: such swaps pay no more together than one
 * trade with all tokens on the pool's curve, which is what bounds count on.
 */
export function createPoolsInTurn(): (asked: Asked) => bigint | undefined {
  const uses = new Map<Address, Used>()
  return ({ pool, tokenIn, tokenOut, amountIn }) => {
    const used = uses.get(pool.address) ?? { now: pool, sold: new Map(), bought: new Set() }
    const sold = (used.sold.get(tokenIn) ?? 0n) + amountIn
    if (used.sold.size > 0) {
      if (pool.protocol !== 'balancer-weighted' || !mayTake(pool, { token: tokenIn, sold })) return
      if (used.bought.has(tokenIn) || used.sold.has(tokenOut)) return
    }
    const paid = amountOut(used.now, { token: tokenIn, amount: amountIn }, tokenOut)
    if (paid === undefined) return undefined
    uses.set(pool.address, {
      now: afterSwap(
        used.now,
        new Map([
          [tokenIn, amountIn],
          [tokenOut, -paid],
        ]),
      ),
      sold: new Map([...used.sold, [tokenIn, sold]]),
      bought: new Set([...used.bought, tokenOut]),
    })
    return paid
  }
}

/** Three tenths of its balance at most, less the fee. */
function mayTake(
  { tokens, swapFee }: WeightedPool,
  { token, sold }: { readonly token: Address; readonly sold: bigint },
): boolean {
  const balance = tokens.find(({ address }) => address === token)?.balance ?? 0n
  return sold * (one - swapFee) * 10n <= balance * 3n * one
}

function afterSwap(pool: Pool, changes: ReadonlyMap<Address, bigint>): Pool {
  if (pool.protocol !== 'balancer-weighted') return pool
  const tokens = pool.tokens.map((token) => {
    return { ...token, balance: token.balance + (changes.get(token.address) ?? 0n) }
  })
  return { ...pool, tokens }
}
