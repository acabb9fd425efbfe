import type { Address } from '@/lib/core/address'
import type { Hop } from './hop'
import type { Pool, VaultToken, WeightedPool } from './pool'
import { staysOnCurve } from './stable-in-turn'
import { amountOut } from './swap-pool'

/** A swap with exact input. */
type SwapInput = Omit<Hop, 'amountOut'>

type Used = {
  readonly now: Pool
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlyMap<Address, bigint>
}

const one = 10n ** 18n

/**
 * Creates a function that executes swaps in sequence. It returns the output exactly as the chain pays it, or undefined.
 *
 * Only vault pools can be used again, each on the balances left by the swaps before, and each of their tokens only
 * enters or only leaves. Such swaps pay no more together than one trade with all tokens on the pool's curve, as bounds
 * assume: those of a weighted pool as long as the total input of each token is within the limit of one swap, those of a
 * stable pool as long as {@link staysOnCurve} holds.
 */
export function createSequentialSwaps(): (input: SwapInput) => bigint | undefined {
  const uses = new Map<Address, Used>()
  return ({ pool, tokenIn, tokenOut, amountIn }) => {
    const used = uses.get(pool.address) ?? { now: pool, sold: new Map(), bought: new Map() }
    const isAgain = used.sold.size > 0
    if (isAgain && (used.bought.has(tokenIn) || used.sold.has(tokenOut))) return undefined
    const paid = amountOut(used.now, { token: tokenIn, amount: amountIn }, tokenOut)
    if (paid === undefined) return undefined
    const sold = addTo(used.sold, tokenIn, amountIn)
    const bought = addTo(used.bought, tokenOut, paid)
    if (isAgain && !mayTrade(pool, { sold, bought })) return undefined
    const now = afterSwap(used.now, { tokenIn, tokenOut, amountIn, amountOut: paid })
    uses.set(pool.address, { now, sold, bought })
    return paid
  }
}

function addTo(amounts: ReadonlyMap<Address, bigint>, token: Address, amount: bigint) {
  return new Map([...amounts, [token, (amounts.get(token) ?? 0n) + amount]])
}

/** Returns whether the swaps of a pool together are accepted. */
function mayTrade(pool: Pool, traded: Omit<Used, 'now'>): boolean {
  switch (pool.protocol) {
    case 'balancer-weighted':
      return isWithinLimit(pool, traded.sold)
    case 'balancer-stable':
      return staysOnCurve(pool, traded)
    case 'uniswap-v2':
    case 'uniswap-v3':
      return false
  }
}

/** The limit of one swap for each token: three tenths of its balance, after the fee. */
function isWithinLimit(
  { tokens, swapFee }: WeightedPool,
  sold: ReadonlyMap<Address, bigint>,
): boolean {
  return tokens.every(({ address, balance }) => {
    return (sold.get(address) ?? 0n) * (one - swapFee) * 10n <= balance * 3n * one
  })
}

function afterSwap(pool: Pool, { tokenIn, tokenOut, ...amounts }: Omit<Hop, 'pool'>): Pool {
  const changed = <T extends VaultToken>(token: T): T => {
    if (token.address === tokenIn) return { ...token, balance: token.balance + amounts.amountIn }
    if (token.address === tokenOut) return { ...token, balance: token.balance - amounts.amountOut }
    return token
  }
  switch (pool.protocol) {
    case 'balancer-weighted':
      return { ...pool, tokens: pool.tokens.map(changed) }
    case 'balancer-stable':
      return { ...pool, tokens: pool.tokens.map(changed) }
    case 'uniswap-v2':
    case 'uniswap-v3':
      return pool
  }
}
