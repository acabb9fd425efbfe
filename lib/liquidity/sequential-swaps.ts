import type { Address } from '@/lib/core/address'
import type { Hop } from './hop'
import type { Pool, VaultToken, WeightedPool } from './pool'
import { staysOnCurve } from './stable-in-turn'
import { amountOut } from './swap-pool'

/** What a pool is asked for: to take one amount for as much of the other token as it pays. */
type Asked = Omit<Hop, 'amountOut'>

type Used = {
  readonly now: Pool
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlyMap<Address, bigint>
}

const one = 10n ** 18n

/**
 * Carries out swaps one after the other: gives what the pool pays, exactly as the chain would, or undefined.
 *
 * Only pools of the vault are asked again, each on the balances that the swaps before have left, and of each token a pool
 * only takes or only pays. Such swaps pay no more together than one trade with all tokens on the pool's curve, which is
 * what bounds count on: those of a weighted pool as long as it takes of no token more in all than one swap may bring,
 * those of a stable one as long as that is so (see {@link staysOnCurve}).
 */
export function createSequentialSwaps(): (asked: Asked) => bigint | undefined {
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

/** Whether a pool counts for all that it has been asked for. */
function mayTrade(pool: Pool, traded: Omit<Used, 'now'>): boolean {
  if (pool.protocol === 'balancer-weighted') return takesEnoughAtOnce(pool, traded.sold)
  return pool.protocol === 'balancer-stable' && staysOnCurve(pool, traded)
}

/** Of each token three tenths of its balance at most, less the fee. */
function takesEnoughAtOnce(
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
  if (pool.protocol === 'balancer-weighted') return { ...pool, tokens: pool.tokens.map(changed) }
  if (pool.protocol === 'balancer-stable') return { ...pool, tokens: pool.tokens.map(changed) }
  return pool
}
