import type { Address } from '@/lib/core/address'

type PoolTokens = {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  /** Fee on the input amount, in millionths. */
  readonly feePpm: number
}

/** What never changes about a pool, as stored. */
export type KnownPool = PoolTokens & {
  readonly protocol: Pool['protocol']
  readonly factory: Address
  /** Undefined for a pair without ticks. */
  readonly tickSpacing: number | undefined
  /** Zero when the pool was found by asking its factory, which does not tell. */
  readonly createdBlock: bigint
}

/** State of a Uniswap V2 pair at one block; reserves in atoms. */
export type ConstantProductPool = PoolTokens & {
  readonly protocol: 'uniswap-v2'
  readonly reserve0: bigint
  readonly reserve1: bigint
}

/** An initialised tick: `liquidityNet` is added to the liquidity when the price rises through it. */
export type Tick = {
  readonly tick: number
  readonly liquidityNet: bigint
}

/**
 * State of a Uniswap V3 pool at one block.
 *
 * `ticks` holds every initialised tick from `lowestTick` to `highestTick`, ascending. What lies beyond was
 * not read: an amount that would run past it counts as more than the pool can give.
 */
export type ConcentratedPool = PoolTokens & {
  readonly protocol: 'uniswap-v3'
  readonly tickSpacing: number
  /** Square root of atoms of token1 per atom of token0, times 2^96. */
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly ticks: readonly Tick[]
  readonly lowestTick: number
  readonly highestTick: number
}

/** A pool as plain data, read at one block. */
export type Pool = ConstantProductPool | ConcentratedPool

/** The other token of the pool, or undefined when `token` is not in it. */
export function otherToken(pool: PoolTokens, token: Address): Address | undefined {
  if (token === pool.token0) return pool.token1
  if (token === pool.token1) return pool.token0
  return undefined
}
