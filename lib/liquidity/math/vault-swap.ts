import type { Address } from '@/lib/core/address'
import type { StablePool, VaultPool, VaultToken, WeightedPool } from '@/lib/liquidity/pool'
import type { TokenAmount } from '@/lib/liquidity/swap-pool'
import { maxReserve } from './constant-product'
import {
  complement,
  divDown,
  divUp,
  mulDown,
  mulUp,
  Revert,
  uint256,
  unlessReverted,
} from './fixed-point'
import {
  invariantDown,
  invariantUp,
  maxBeyond,
  type StableCurve,
  stableIn,
  stableOut,
} from './stable-math'
import { weightedIn, weightedOut } from './weighted-math'

/** A swap in the pool's units: the tokens by position, the amount scaled to 18 decimals. */
type ScaledSwap = { readonly indexIn: number; readonly indexOut: number; readonly amount: bigint }

/**
 * Returns the vault's output for `sold` to the last wei, zero included; undefined if it would revert. The fee is taken
 * first, then everything is scaled and rounded in the pool's favour.
 */
export function vaultOut(
  pool: VaultPool,
  sold: TokenAmount,
  tokenOut: Address,
): bigint | undefined {
  const sides = sidesOf(pool, sold.token, tokenOut)
  if (!sides || sides.tokenIn.balance + sold.amount > maxReserve) return undefined
  const { tokenIn, tokenOut: out, ...places } = sides
  return unlessReverted(() => {
    const afterFee = uint256(sold.amount - mulUp(sold.amount, pool.swapFee))
    const swap = { ...places, amount: mulDown(afterFee, tokenIn.scaling) }
    const paid = divDown(
      isWeighted(pool) ? outOfWeighted(pool, swap) : outOfStable(pool, swap),
      out.scaling,
    )
    return paid <= out.balance ? paid : undefined
  })
}

/** Returns the vault's input for `bought` to the last wei, fee included; undefined if it would revert. */
export function vaultIn(
  pool: VaultPool,
  bought: TokenAmount,
  tokenIn: Address,
): bigint | undefined {
  const sides = sidesOf(pool, tokenIn, bought.token)
  if (!sides || bought.amount > sides.tokenOut.balance) return undefined
  const { tokenIn: taken, tokenOut, ...places } = sides
  return unlessReverted(() => {
    const swap = { ...places, amount: mulDown(bought.amount, tokenOut.scaling) }
    const scaled = isWeighted(pool) ? inToWeighted(pool, swap) : inToStable(pool, swap)
    const sold = divUp(divUp(scaled, taken.scaling), complement(pool.swapFee))
    return taken.balance + sold > maxReserve ? undefined : sold
  })
}

function isWeighted(pool: VaultPool): pool is WeightedPool {
  switch (pool.protocol) {
    case 'balancer-weighted':
      return true
    case 'balancer-stable':
      return false
  }
}

function sidesOf(pool: VaultPool, sold: Address, bought: Address) {
  const indexIn = pool.tokens.findIndex(({ address }) => address === sold)
  const indexOut = pool.tokens.findIndex(({ address }) => address === bought)
  const [tokenIn, tokenOut] = [pool.tokens[indexIn], pool.tokens[indexOut]]
  if (!tokenIn || !tokenOut || indexIn === indexOut) return undefined
  return { indexIn, indexOut, tokenIn, tokenOut }
}

function scaledBalance({ balance, scaling }: VaultToken): bigint {
  return mulDown(balance, scaling)
}

function weightedSides(pool: WeightedPool, { indexIn, indexOut }: ScaledSwap) {
  const [tokenIn, tokenOut] = [pool.tokens[indexIn], pool.tokens[indexOut]]
  if (!tokenIn || !tokenOut) throw new Revert('no such token')
  return {
    balanceIn: scaledBalance(tokenIn),
    weightIn: tokenIn.weight,
    balanceOut: scaledBalance(tokenOut),
    weightOut: tokenOut.weight,
    hasShortPowers: pool.hasShortPowers,
  }
}

function outOfWeighted(pool: WeightedPool, swap: ScaledSwap): bigint {
  return weightedOut(weightedSides(pool, swap), swap.amount)
}

function inToWeighted(pool: WeightedPool, swap: ScaledSwap): bigint {
  return weightedIn(weightedSides(pool, swap), swap.amount)
}

function outOfStable(pool: StablePool, swap: ScaledSwap): bigint {
  const { curve, invariant } = curveOf(pool)
  return stableOut(curve, swap, invariant)
}

function inToStable(pool: StablePool, swap: ScaledSwap): bigint {
  const { curve, invariant } = curveOf(pool)
  return stableIn(curve, swap, invariant)
}

type ScaledCurve = { readonly curve: StableCurve; readonly invariant: bigint }

const curves = new WeakMap<StablePool, ScaledCurve>()

/** Returns the curve and invariant of a pool, cached: the invariant costs as much as a swap and is the same for all. */
function curveOf(pool: StablePool): ScaledCurve {
  const known = curves.get(pool)
  if (known) return known
  const curve = {
    amplification: pool.amplification,
    balances: pool.tokens.map(scaledBalance),
  }
  const invariantOf = pool.invariantRounding === 'up' ? invariantUp : invariantDown
  const scaled = { curve, invariant: invariantOf(curve) }
  curves.set(pool, scaled)
  return scaled
}

/** A stable pool as its integers represent it, in units of 18 decimals with rates applied. */
export type StableUnits = {
  readonly balances: readonly bigint[]
  /** The invariant of these balances, as the pool rounds it. */
  readonly invariant: bigint
  /** Maximum units of the chosen tokens that rounding pays beyond the curve of these balances. */
  readonly beyond: readonly bigint[]
}

/** Returns a stable pool's units, with the rounding of the tokens at `places`; undefined if swaps revert. */
export function stableUnits(pool: StablePool, places: readonly number[]): StableUnits | undefined {
  return unlessReverted(() => {
    const { curve, invariant } = curveOf(pool)
    const beyond = places.map((place) => maxBeyond(curve, place, invariant))
    return { balances: curve.balances, invariant, beyond }
  })
}
