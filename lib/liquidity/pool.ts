import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { VaultPoolKind } from '@/lib/core/pool-factories'

type PairTokens = {
  readonly address: Address
  /** The lower of the two addresses. */
  readonly token0: Address
  readonly token1: Address
  /** Fee on the input amount, in millionths. */
  readonly feePpm: number
}

/** Immutable facts of a pool of two tokens, as stored. */
export type PairDescriptor = PairTokens & {
  readonly protocol: PairPool['protocol']
  readonly factory: Address
  /** Undefined for a pair without ticks. */
  readonly tickSpacing: number | undefined
  /** Zero if the pool was found through its factory's getter, which does not return it. */
  readonly createdBlock: bigint
}

/** Immutable facts of a pool of the Balancer V2 vault, as stored. */
export type KnownVaultPool = {
  readonly address: Address
  readonly poolId: Hex
  readonly kind: VaultPoolKind
  readonly factory: Address
  /** In the vault's order, without the pool's own token. */
  readonly tokens: readonly Address[]
  readonly createdBlock: bigint
}

/** Immutable facts of a pool, as stored. */
export type PoolDescriptor = PairDescriptor | KnownVaultPool

/** State of a Uniswap V2 pair at one block; reserves in atoms. */
export type ConstantProductPool = PairTokens & {
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
 * `ticks` holds every initialised tick from `lowestTick` to `highestTick`, ascending. The rest was not read: an amount
 * that would run past it counts as more than the pool can pay.
 */
export type ConcentratedPool = PairTokens & {
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

/** A pool of two tokens. */
export type PairPool = ConstantProductPool | ConcentratedPool

/** A token of a pool in the Balancer V2 vault. */
export type VaultToken = {
  readonly address: Address
  /** The vault's balance of it for the pool, in atoms. */
  readonly balance: bigint
  /**
   * Factor from atoms to the units that the pool computes with, times 10^18: 10^(18 - decimals), times the token's rate
   * if the pool has a rate provider for it. `balance * scaling / 10^18` has 18 decimals.
   */
  readonly scaling: bigint
}

type VaultPoolFacts = {
  readonly address: Address
  /** The vault's id of the pool. */
  readonly poolId: Hex
  /** Fee as a fraction times 10^18, taken from the input before everything else. */
  readonly swapFee: bigint
}

/** A token of a weighted pool; the weights of a pool sum to 10^18. */
export type WeightedToken = VaultToken & { readonly weight: bigint }

/**
 * State of a Balancer V2 weighted pool of 2 to 8 tokens at one block.
 *
 * With x = balance * scaling of the input token, y of the output token, a the input after the fee (scaled too) and w
 * the weights, the output is `y * (1 - (x / (x + a)) ^ (wIn / wOut))`, for any two of its tokens; the other balances do
 * not matter. An input or output of more than 3/10 of the token's balance reverts.
 */
export type WeightedPool = VaultPoolFacts & {
  readonly protocol: 'balancer-weighted'
  readonly tokens: readonly WeightedToken[]
  /** Whether the pool multiplies out powers of one, two and four, unlike its first version. It decides some wei. */
  readonly hasShortPowers: boolean
}

/**
 * State of a Balancer V2 stable, meta-stable or composable stable pool of 2 to 5 tokens at one block.
 *
 * With x the scaled balances of all its tokens, n their number, S their sum, P their product and A = `amplification` /
 * 1000 (the contracts' A, which is Curve's A * n^(n-1)), a swap keeps D of the equation `A * n * S + D = A * n * D +
 * D^(n+1) / (n^n * P)`: the input, less the fee, raises its balance, and the other falls to where the invariant is D
 * again, less one unit of 18 decimals. All balances matter.
 */
export type StablePool = VaultPoolFacts & {
  readonly protocol: 'balancer-stable'
  /** In the vault's order, without the pool's own token, which a composable pool registers too. */
  readonly tokens: readonly VaultToken[]
  /** Amplification times 1000. */
  readonly amplification: bigint
  /** How the pool's version rounds its invariant. It decides some wei. */
  readonly invariantRounding: 'up' | 'down'
}

/** A pool of the Balancer V2 vault. */
export type VaultPool = WeightedPool | StablePool

/** A pool as plain data, read at one block. */
export type Pool = PairPool | VaultPool

/** Returns whether the pool trades through the vault, and may have more than two tokens. */
export function isVaultPool(pool: Pool): pool is VaultPool {
  switch (pool.protocol) {
    case 'balancer-weighted':
    case 'balancer-stable':
      return true
    case 'uniswap-v2':
    case 'uniswap-v3':
      return false
  }
}

/** Returns whether the pool has two tokens and holds them itself. */
export function isPairPool(pool: Pool): pool is PairPool {
  switch (pool.protocol) {
    case 'uniswap-v2':
    case 'uniswap-v3':
      return true
    case 'balancer-weighted':
    case 'balancer-stable':
      return false
  }
}

/** Returns the tokens that a pool trades, any for any other. */
export function tokensOf(pool: Pool): readonly Address[] {
  return isVaultPool(pool) ? pool.tokens.map(({ address }) => address) : [pool.token0, pool.token1]
}

/** Returns a holder of much of a token: one of these pools, or the vault for it; undefined if none has the token. */
export function findHolder(pools: readonly Pool[], token: Address): Address | undefined {
  const pool = pools.find((candidate) => tokensOf(candidate).includes(token))
  return pool && holderOf(pool)
}

function holderOf({ protocol, address }: Pool): Address {
  switch (protocol) {
    case 'uniswap-v2':
    case 'uniswap-v3':
      return address
    case 'balancer-weighted':
    case 'balancer-stable':
      return balancerVault
  }
}

/** Returns the other token of a pool of two tokens, or undefined if `token` is not in it. */
export function otherToken(pool: PairTokens, token: Address): Address | undefined {
  if (token === pool.token0) return pool.token1
  if (token === pool.token1) return pool.token0
  return undefined
}
