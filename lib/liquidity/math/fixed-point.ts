import { Revert, uint256 } from './checked-math'
import { pow } from './log-exp-math'

/** One as a fixed-point number of 18 decimals. */
export const one = 10n ** 18n

/** Maximum relative error of `pow`, of 18 decimals. */
const powError = 10_000n

/** `FixedPoint.mulDown`. */
export function mulDown(a: bigint, b: bigint): bigint {
  return uint256(a * b) / one
}

/** `FixedPoint.mulUp`. */
export function mulUp(a: bigint, b: bigint): bigint {
  return roundUp(uint256(a * b), one)
}

/** `FixedPoint.divDown`. */
export function divDown(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Revert('division by zero')
  return uint256(a * one) / b
}

/** `FixedPoint.divUp`. */
export function divUp(a: bigint, b: bigint): bigint {
  return roundUp(uint256(a * one), b)
}

/** `Math.divUp`: the quotient of two integers, rounded up. */
export function roundUp(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Revert('division by zero')
  return a === 0n ? 0n : (a - 1n) / b + 1n
}

/** `FixedPoint.complement`: `1 - x`, zero if x is greater. */
export function complement(x: bigint): bigint {
  return x < one ? one - x : 0n
}

/** `FixedPoint.powUp` of the pools' first version: the power by logarithm, plus its maximum error. */
export function powUp(x: bigint, y: bigint): bigint {
  const raw = pow(x, y)
  return uint256(raw + mulUp(raw, powError) + 1n)
}

/** `FixedPoint.powUp` of later versions, which multiply out powers of one, two and four. */
export function powUpShort(x: bigint, y: bigint): bigint {
  if (y === one) return x
  if (y === 2n * one) return mulUp(x, x)
  if (y !== 4n * one) return powUp(x, y)
  const square = mulUp(x, x)
  return mulUp(square, square)
}
