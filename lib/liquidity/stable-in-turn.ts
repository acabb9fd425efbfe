import type { Address } from '@/lib/core/address'
import { stableUnits } from './math/vault-swap'
import type { StablePool } from './pool'

const one = 10n ** 18n

/** Parts of what comes in are counted in units of which so many make the whole. */
const whole = 10n ** 24n

/** So many times what the fee leaves of an input is what may count of it more. */
const spared = 10n ** 7n

/**
 * The part of an input that counts where swaps come one after the other, times 10^24: what the fee leaves, and a
 * ten millionth of that.
 */
export function keptInSequence({ swapFee }: StablePool): bigint {
  const kept = ((one - swapFee) * (spared + 1n) * whole) / (one * spared)
  return kept < whole ? kept : whole
}

/** What swaps have brought and taken, in atoms of each token. */
export type Traded = {
  readonly sold: ReadonlyMap<Address, bigint>
  readonly bought: ReadonlyMap<Address, bigint>
}

/**
 * Whether swaps of a stable pool pay no more together than one trade with all its tokens on its curve, to a ten
 * millionth of what comes in and the rounding of its integers.
 *
 * They may: what the fee of one swap leaves in the pool can make another cheaper. As the curve falls everywhere, nobody
 * gains by such swaps who does not by that trade, which is what bounds count on.
 */
export function staysOnCurve(pool: StablePool, { sold, bought }: Traded): boolean {
  const units = stableUnits(pool, [...pool.tokens.keys()])
  if (!units) return false
  const kept = keptInSequence(pool)
  const balances = units.balances.map((balance, place) => {
    const { address, scaling } = pool.tokens[place] as StablePool['tokens'][number]
    const [brought, taken] = [sold.get(address) ?? 0n, bought.get(address) ?? 0n]
    const more = (brought * scaling * kept) / (one * whole)
    const less = taken > 0n ? (taken * scaling + one - 1n) / one - (units.beyond[place] ?? 0n) : 0n
    return balance + more - less
  })
  if (!balances.every((balance) => balance > 0n)) return false
  const invariant = minAbove(pool.amplification, units)
  return invariant !== undefined && reaches(pool.amplification, balances, invariant)
}

/** The invariant's integers are rounded by less than this. */
const maxRounding = 300n

/** The least integer above the invariant of a pool. */
function minAbove(
  amplification: bigint,
  { balances, invariant }: { readonly balances: readonly bigint[]; readonly invariant: bigint },
): bigint | undefined {
  for (let above = invariant; above < invariant + maxRounding; above += 1n) {
    if (!reaches(amplification, balances, above)) return above
  }
  return undefined
}

/** Whether balances have an invariant at least, exactly: `A n S >= (A n - 1) D + D^(n+1) / (n^n P)`. */
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
