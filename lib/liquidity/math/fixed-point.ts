import { maxUint256 } from '@/lib/core/amount'

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

// The constants of `LogExpMath`; another value would compute other amounts than the contracts.

/** One with 20 decimals, as powers of e have, and with 36, as fine logarithms have. */
const one20 = 10n ** 20n
const one36 = 10n ** 36n

/** Exponents of e whose power fits: above, it overflows; below, it is zero at 18 decimals. */
const maxExponent = 130n * one
const minExponent = -41n * one

/** Within a tenth of one, logarithms have 36 decimals. */
const closeToOne = { above: one - 10n ** 17n, below: one + 10n ** 17n }

/** Exponents below it do not overflow when multiplied by a logarithm. */
const mildExponentBound = 2n ** 254n / one20

/** Powers of e for the first reduction, without decimals: `power = e ^ exponent`. */
const wholePowers = [
  { exponent: 128n * one, power: 38877084059945950922200000000000000000000000000000000000n },
  { exponent: 64n * one, power: 6235149080811616882910000000n },
] as const

/** The following powers, with 20 decimals, for exponents from 2^5 down to 2^-4. */
const powers = [
  { exponent: 32n * one20, power: 7896296018268069516100000000000000n },
  { exponent: 16n * one20, power: 888611052050787263676000000n },
  { exponent: 8n * one20, power: 298095798704172827474000n },
  { exponent: 4n * one20, power: 5459815003314423907810n },
  { exponent: 2n * one20, power: 738905609893065022723n },
  { exponent: one20, power: 271828182845904523536n },
  { exponent: one20 / 2n, power: 164872127070012814685n },
  { exponent: one20 / 4n, power: 128402541668774148407n },
  { exponent: one20 / 8n, power: 113314845306682631683n },
  { exponent: one20 / 16n, power: 106449445891785942956n },
] as const

/** The powers by which `exp` reduces; the logarithm also uses the two smaller ones. */
const expPowers = powers.slice(0, 8)

/** Terms of the Taylor series of `exp`, and of the series of the logarithm with 18 and with 36 decimals. */
const expTerms = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n, 12n] as const
const logTerms = [3n, 5n, 7n, 9n, 11n] as const
const fineLogTerms = [3n, 5n, 7n, 9n, 11n, 13n, 15n] as const

/**
 * `LogExpMath.pow` of Balancer V2: x to the power of y, both of 18 decimals, operation by operation, since its
 * roundings affect the amounts that pools pay.
 *
 * @throws {Revert} where the contract does.
 */
function pow(x: bigint, y: bigint): bigint {
  if (y === 0n) return one
  if (x === 0n) return 0n
  if (x >> 255n !== 0n) throw new Revert('x out of bounds')
  if (y >= mildExponentBound) throw new Revert('y out of bounds')
  const exponent = logTimes(x, y) / one
  if (exponent < minExponent || exponent > maxExponent) throw new Revert('product out of bounds')
  return exp(exponent)
}

function logTimes(x: bigint, y: bigint): bigint {
  if (x <= closeToOne.above || x >= closeToOne.below) return ln(x) * y
  const log = fineLn(x)
  return (log / one) * y + ((log % one) * y) / one
}

function exp(x: bigint): bigint {
  if (x < 0n) return (one * one) / exp(-x)
  const whole = wholePowers.find(({ exponent }) => x >= exponent)
  let rest = (x - (whole?.exponent ?? 0n)) * 100n
  let product = one20
  for (const { exponent, power } of expPowers) {
    if (rest < exponent) continue
    rest -= exponent
    product = (product * power) / one20
  }
  let term = rest
  let sum = one20 + term
  for (const divisor of expTerms) {
    term = (term * rest) / one20 / divisor
    sum += term
  }
  return (((product * sum) / one20) * (whole?.power ?? 1n)) / 100n
}

function ln(a: bigint): bigint {
  if (a < one) return -ln((one * one) / a)
  let rest = a
  let sum = 0n
  for (const { exponent, power } of wholePowers) {
    if (rest < power * one) continue
    rest /= power
    sum += exponent
  }
  sum *= 100n
  rest *= 100n
  for (const { exponent, power } of powers) {
    if (rest < power) continue
    rest = (rest * one20) / power
    sum += exponent
  }
  const z = ((rest - one20) * one20) / (rest + one20)
  return (sum + series(z, { one: one20, terms: logTerms })) / 100n
}

/** Returns the natural logarithm of a number close to one, with 36 decimals. */
function fineLn(x: bigint): bigint {
  const fine = x * one
  const z = ((fine - one36) * one36) / (fine + one36)
  return series(z, { one: one36, terms: fineLogTerms })
}

/** `2 * (z + z^3/3 + z^5/5 + …)`, the logarithm of `(1 + z) / (1 - z)`. */
function series(
  z: bigint,
  { one, terms }: { readonly one: bigint; readonly terms: readonly bigint[] },
): bigint {
  const square = (z * z) / one
  let power = z
  let sum = z
  for (const term of terms) {
    power = (power * square) / one
    sum += power / term
  }
  return sum * 2n
}

/** The contract would revert here: an overflow, or a limit of its own. */
export class Revert extends Error {}

/** Returns the value if a uint256 holds it. @throws {Revert} otherwise. */
export function uint256(value: bigint): bigint {
  if (value < 0n || value > maxUint256) throw new Revert('overflow')
  return value
}

/** Returns the result of a contract's arithmetic, or undefined if the contract would revert. */
export function unlessReverted<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof Revert) return undefined
    throw error
  }
}
