import type { Address } from '@/lib/core/address'
import { stableUnits } from '@/lib/liquidity/math/vault-swap'
import type { StablePool } from '@/lib/liquidity/pool'
import { keptInSequence } from '@/lib/liquidity/sequential-swaps'
import { invariantOf } from './stable-curve'

/**
 * A multi-token stable pool, in units of the invariant D: its balances x keep `a S - k`, where `a` is the
 * amplification times the number of all its tokens, S the sum of the balances, and `k` the inverse of their product,
 * times a constant. Tokens that are not chosen keep their balances.
 */
export type StableFacts = {
  readonly kind: 'stable'
  readonly balances: Float64Array
  /** Units of D per atom. */
  readonly units: Float64Array
  /** Maximum atoms that the pool's integers pay beyond the curve. */
  readonly beyond: Float64Array
  readonly a: number
  /** `k` at the initial balances. */
  readonly k: number
  /** Fraction of an input left after the fee. */
  readonly kept: number
  /** The same for what sequential swaps pay together. */
  readonly keptInSequence: number
  /** Gradient of the curve per balance at the initial balances, in multiples of `D`. */
  readonly slopes: Float64Array
}

/** Returns the facts of some of a pool's tokens, in their order; undefined if swaps revert. */
export function stableFacts(pool: StablePool, chosen: readonly Address[]): StableFacts | undefined {
  const places = chosen.map((token) => pool.tokens.findIndex(({ address }) => address === token))
  const found = stableUnits(pool, places)
  if (!found || places.includes(-1)) return undefined
  const all = found.balances.map(Number)
  const count = all.length
  const a = (Number(pool.amplification) / 1000) * count
  const invariant = invariantOf(all, a)
  const balances = Float64Array.from(places, (place) => (all[place] as number) / invariant)
  const k = all.reduce((rest, balance) => rest / ((count * balance) / invariant), 1)
  const units = Float64Array.from(
    places,
    (place) => Number(pool.tokens[place]?.scaling ?? 0n) / 1e18 / invariant,
  )
  return {
    kind: 'stable',
    balances,
    units,
    beyond: Float64Array.from(found.beyond, (beyond, i) => {
      return Number(beyond) / invariant / (units[i] as number)
    }),
    a,
    k,
    kept: 1 - Number(pool.swapFee) / 1e18,
    keptInSequence: Number(keptInSequence(pool)) / 1e24,
    slopes: balances.map((balance) => a + k / balance),
  }
}
