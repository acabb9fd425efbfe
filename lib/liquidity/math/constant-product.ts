import { mulDiv } from '@/lib/core/amount'

/** Largest reserve of a Uniswap V2 pair (uint112); a swap that raises one above it reverts. */
export const maxReserve = (1n << 112n) - 1n

/** The reserves in the direction of a swap, in atoms, and the fee in millionths. */
export type Reserves = {
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  readonly feePpm: number
}

/** Unit of fees. */
const million = 1_000_000n

/**
 * Returns the output for `amountIn`, rounded down; `UniswapV2Library.getAmountOut` to the last wei. Zero if a reserve
 * or the amount is zero.
 */
export function getAmountOut(reserves: Reserves, amountIn: bigint): bigint {
  const { reserveIn, reserveOut } = reserves
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return 0n
  const inWithFee = amountIn * (million - BigInt(reserves.feePpm))
  return mulDiv(inWithFee, reserveOut, reserveIn * million + inWithFee)
}

/**
 * Returns the input for `amountOut`; `UniswapV2Library.getAmountIn` to the last wei, its `+ 1` included. Undefined if
 * the pair does not hold more than `amountOut`.
 */
export function getAmountIn(reserves: Reserves, amountOut: bigint): bigint | undefined {
  const { reserveIn, reserveOut } = reserves
  if (amountOut <= 0n || reserveIn <= 0n || reserveOut <= amountOut) return undefined
  const outWithFee = (reserveOut - amountOut) * (million - BigInt(reserves.feePpm))
  return mulDiv(reserveIn * million, amountOut, outWithFee) + 1n
}
