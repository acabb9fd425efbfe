import type { Address } from '@/lib/core/address'
import { stableUnits } from './math/vault-swap'
import type { StablePool } from './pool'

const one = 10n ** 18n

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
export type Traded = {
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
export function staysOnCurve(pool: StablePool, { sold, bought }: Traded): boolean {
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
