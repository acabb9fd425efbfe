import {
  complement,
  divDown,
  divUp,
  mulDown,
  mulUp,
  one,
  powUp,
  powUpShort,
  Revert,
  uint256,
} from './fixed-point'

/** Maximum input or output of one swap as a share of the token's balance, of 18 decimals. */
const maxShare = (3n * one) / 10n

/** The two sides of a swap in a weighted pool; balances and weights are fixed-point numbers of 18 decimals. */
export type WeightedSides = {
  readonly balanceIn: bigint
  readonly weightIn: bigint
  readonly balanceOut: bigint
  readonly weightOut: bigint
  /** Whether powers of one, two and four are multiplied out. */
  readonly hasShortPowers: boolean
}

/**
 * `WeightedMath._calcOutGivenIn`: balanceOut * (1 - (balanceIn / (balanceIn + amountIn)) ^ (wIn / wOut)), rounded down.
 * @throws {Revert} if the input exceeds three tenths of the balance.
 */
export function weightedOut(sides: WeightedSides, amountIn: bigint): bigint {
  const { balanceIn, balanceOut, weightIn, weightOut } = sides
  if (amountIn > mulDown(balanceIn, maxShare)) throw new Revert('above the largest amount in')
  const base = divUp(balanceIn, uint256(balanceIn + amountIn))
  const power = powerOf(sides, base, divDown(weightIn, weightOut))
  return mulDown(balanceOut, complement(power))
}

/**
 * `WeightedMath._calcInGivenOut`: balanceIn * ((balanceOut / (balanceOut - amountOut)) ^ (wOut / wIn) - 1), rounded up.
 * @throws {Revert} if the output exceeds three tenths of the balance.
 */
export function weightedIn(sides: WeightedSides, amountOut: bigint): bigint {
  const { balanceIn, balanceOut, weightIn, weightOut } = sides
  if (amountOut > mulDown(balanceOut, maxShare)) throw new Revert('above the largest amount out')
  const base = divUp(balanceOut, balanceOut - amountOut)
  const power = powerOf(sides, base, divUp(weightOut, weightIn))
  return mulUp(balanceIn, uint256(power - one))
}

function powerOf({ hasShortPowers }: WeightedSides, base: bigint, exponent: bigint): bigint {
  return hasShortPowers ? powUpShort(base, exponent) : powUp(base, exponent)
}
