import type { Address } from '@/lib/core/address'
import { one } from '@/lib/liquidity/math/fixed-point'
import { stableUnits } from '@/lib/liquidity/math/vault-swap'
import type { Pool, StablePool, VaultToken, WeightedPool } from './pool'
import { amountOut, type Hop } from './swap-pool'

/** A swap with exact input. */
type SwapInput = Omit<Hop, 'amountOut'>

type Used = {
  readonly now: Pool
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlyMap<Address, bigint>
}

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

/** Fixed-point unit of fractions of an input. */
const whole = 10n ** 24n

/** Inverse of the tolerance: what may count in excess, as a fraction of the input after the fee. */
const tolerance = 10n ** 7n

/** The fraction of an input that counts in sequential swaps, times 10^24: a ten-millionth more than the fee leaves. */
export function keptInSequence({ swapFee }: StablePool): bigint {
  const kept = ((one - swapFee) * (tolerance + 1n) * whole) / (one * tolerance)
  return kept < whole ? kept : whole
}

/** Total inputs and outputs of swaps, in atoms per token. */
type Traded = {
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlyMap<Address, bigint>
}

/**
 * Returns whether swaps of a stable pool pay no more together than one trade with all its tokens on its curve, to a
 * ten-millionth of the input and the rounding of its integers.
 *
 * They may pay more: the fee that one swap leaves in the pool can make another cheaper. As the curve falls everywhere,
 * swaps that pass gain no more than that trade, as bounds assume.
 */
function staysOnCurve(pool: StablePool, { sold, bought }: Traded): boolean {
  const units = stableUnits(pool, [...pool.tokens.keys()])
  if (!units) return false
  const kept = keptInSequence(pool)
  const balances = units.balances.map((balance, place) => {
    const { address, scaling } = pool.tokens[place] as StablePool['tokens'][number]
    const [amountIn, amountOut] = [sold.get(address) ?? 0n, bought.get(address) ?? 0n]
    const more = (amountIn * scaling * kept) / (one * whole)
    const less =
      amountOut > 0n ? (amountOut * scaling + one - 1n) / one - (units.beyond[place] ?? 0n) : 0n
    return balance + more - less
  })
  if (!balances.every((balance) => balance > 0n)) return false
  const invariant = minAbove(pool.amplification, units)
  return invariant !== undefined && reaches(pool.amplification, balances, invariant)
}

/** Exclusive bound on the rounding of the invariant's integers. */
const maxRounding = 300n

/** Returns the smallest integer above the invariant of a pool. */
function minAbove(
  amplification: bigint,
  { balances, invariant }: { readonly balances: readonly bigint[]; readonly invariant: bigint },
): bigint | undefined {
  for (let above = invariant; above < invariant + maxRounding; above += 1n) {
    if (!reaches(amplification, balances, above)) return above
  }
  return undefined
}

/** Whether balances have at least an invariant, exactly: `A n S >= (A n - 1) D + D^(n+1) / (n^n P)`. */
function reaches(amplification: bigint, balances: readonly bigint[], invariant: bigint): boolean {
  const count = BigInt(balances.length)
  const [sum, product] = balances.reduce(
    ([total, all], balance) => [total + balance, all * balance * count],
    [0n, 1n],
  )
  const scaled = amplification * count
  return (
    (scaled * sum - (scaled - 1_000n) * invariant) * product >= 1_000n * invariant ** (count + 1n)
  )
}
