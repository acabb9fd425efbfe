/** The largest uint256. */
export const maxUint256 = (1n << 256n) - 1n

/** A decimal integer without sign or leading zeros. */
const decimalPattern = /^(?:0|[1-9][0-9]*)$/

/**
 * Parses a decimal integer without sign, spaces or leading zeros as atoms; undefined when malformed.
 *
 * Values up to `maxDigits` are not bounded, so callers can report an overflow. Longer text returns `maxUint256 + 1n`,
 * so that a megabyte of digits costs nothing.
 */
export function parseAmount(text: string, maxDigits = 100): bigint | undefined {
  if (!decimalPattern.test(text)) return undefined
  return text.length > maxDigits ? maxUint256 + 1n : BigInt(text)
}

/** `a * b / denominator`, rounded down. Throws a RangeError when the denominator is zero. */
export function mulDiv(a: bigint, b: bigint, denominator: bigint): bigint {
  return (a * b) / denominator
}

/** `a * b / denominator`, rounded up. Throws a RangeError when the denominator is zero. */
export function mulDivUp(a: bigint, b: bigint, denominator: bigint): bigint {
  return ceilDiv(a * b, denominator)
}

/** `numerator / denominator`, rounded up, for non-negative numbers. */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return numerator === 0n ? 0n : (numerator - 1n) / denominator + 1n
}

/** The smaller of two amounts. */
export function minAmount(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** The larger of two amounts. */
export function maxAmount(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
