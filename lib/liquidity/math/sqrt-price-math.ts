import { ceilDiv, maxUint256 } from '@/lib/core/amount'

/** Two square root prices (times 2^96, in any order) and the liquidity between them. */
export type PriceRange = {
  readonly from: bigint
  readonly to: bigint
  readonly liquidity: bigint
}

/** A square root price (times 2^96) and the liquidity around it. */
export type PricePoint = Pick<PriceRange, 'from' | 'liquidity'>

/** `SqrtPriceMath.getAmount0Delta`, rounded up: atoms of token0 that move the price over the range. */
export function amount0DeltaUp(range: PriceRange): bigint {
  return ceilDiv((range.liquidity << 96n) * width(range), range.from * range.to)
}

/** `SqrtPriceMath.getAmount0Delta`, rounded down: atoms of token0 that the range pays out. */
export function amount0DeltaDown(range: PriceRange): bigint {
  return ((range.liquidity << 96n) * width(range)) / (range.from * range.to)
}

/** `SqrtPriceMath.getAmount1Delta`, rounded up: atoms of token1 that move the price over the range. */
export function amount1DeltaUp(range: PriceRange): bigint {
  return ceilDiv(range.liquidity * width(range), 1n << 96n)
}

/** `SqrtPriceMath.getAmount1Delta`, rounded down: atoms of token1 that the range pays out. */
export function amount1DeltaDown(range: PriceRange): bigint {
  return (range.liquidity * width(range)) >> 96n
}

/**
 * `SqrtPriceMath.getNextSqrtPriceFromAmount0RoundingUp` for an input.
 *
 * The contract computes less exactly if its product overflows 256 bits, and so does this.
 */
export function priceAfterAmount0In({ from, liquidity }: PricePoint, amount: bigint): bigint {
  const numerator = liquidity << 96n
  const denominator = numerator + amount * from
  if (denominator > maxUint256) return ceilDiv(numerator, numerator / from + amount)
  return ceilDiv(numerator * from, denominator)
}

/** `SqrtPriceMath.getNextSqrtPriceFromAmount0RoundingUp` for an output. */
export function priceAfterAmount0Out({ from, liquidity }: PricePoint, amount: bigint): bigint {
  const numerator = liquidity << 96n
  return ceilDiv(numerator * from, numerator - amount * from)
}

/** `SqrtPriceMath.getNextSqrtPriceFromAmount1RoundingDown` for an input. */
export function priceAfterAmount1In({ from, liquidity }: PricePoint, amount: bigint): bigint {
  return from + (amount << 96n) / liquidity
}

/** `SqrtPriceMath.getNextSqrtPriceFromAmount1RoundingDown` for an output. */
export function priceAfterAmount1Out({ from, liquidity }: PricePoint, amount: bigint): bigint {
  return from - ceilDiv(amount << 96n, liquidity)
}

function width({ from, to }: PriceRange): bigint {
  return from < to ? to - from : from - to
}
