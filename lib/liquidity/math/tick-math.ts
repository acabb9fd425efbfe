import { ceilDiv, maxUint256 } from '@/lib/core/amount'

/** Lowest tick of Uniswap V3: a price of 1.0001^-887272. */
export const minTick = -887_272

/** Highest tick of Uniswap V3. */
export const maxTick = 887_272

/** `TickMath.MIN_SQRT_RATIO`, the square root price at {@link minTick}, times 2^96. */
export const minSqrtRatio = 4_295_128_739n

/** `TickMath.MAX_SQRT_RATIO`, the square root price at {@link maxTick}, times 2^96. */
export const maxSqrtRatio = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** 1.0001^(-2^i / 2) times 2^128, by bit i of the tick (TickMath.sol). */
const ratios = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/**
 * `TickMath.getSqrtRatioAtTick`: the square root of 1.0001^tick times 2^96, to the last bit of the contract.
 *
 * @throws {RangeError} for a tick outside {@link minTick} to {@link maxTick}.
 */
export function sqrtRatioAtTick(tick: number): bigint {
  const steps = Math.abs(tick)
  if (!Number.isInteger(tick) || steps > maxTick) throw new RangeError(`no such tick: ${tick}`)
  let ratio = 1n << 128n
  for (const [bit, factor] of ratios.entries()) {
    if (steps & (1 << bit)) ratio = (ratio * factor) >> 128n
  }
  if (tick > 0) ratio = maxUint256 / ratio
  const rounded = ratio >> 32n
  return rounded << 32n === ratio ? rounded : rounded + 1n
}

/** Two square root prices (times 2^96, in any order) and the liquidity between them. */
export type PriceRange = {
  readonly from: bigint
  readonly to: bigint
  readonly liquidity: bigint
}

/** A square root price (times 2^96) and the liquidity around it. */
type PricePoint = Pick<PriceRange, 'from' | 'liquidity'>

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
