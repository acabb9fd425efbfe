import type { Address } from './address'

/**
 * The contract that trades Uniswap V3 pools. The calldata of the two kinds differs: the struct of `swap-router` carries
 * a deadline, that of `swap-router-02` does not.
 */
export type SwapRouter = {
  readonly address: Address
  readonly kind: 'swap-router' | 'swap-router-02'
}

/** A factory of Uniswap V2 or of a fork whose pairs differ only in the fee. */
export type PairFactory = {
  readonly title: string
  readonly address: Address
  /** Fee of all its pairs on the input amount, in millionths. */
  readonly feePpm: number
}

/**
 * Kinds of Balancer V2 pools, by how they are read and how they round:
 *
 * - `weighted-first`: the weighted pools of 2021, which always compute powers by logarithm
 * - `weighted`: those since 2022, which multiply out the exponents one, two and four
 * - `stable-first`: the stable pools of 2021, without rate providers; they round the invariant up
 * - `meta-stable`: the same for two tokens, with rate providers
 * - `stable`: those of 2022, without rate providers; they round the invariant down
 * - `composable-stable`: the same with rate providers, registered with their own pool token
 */
export type VaultPoolKind =
  | 'weighted-first'
  | 'weighted'
  | 'stable-first'
  | 'meta-stable'
  | 'stable'
  | 'composable-stable'

/** A factory of Balancer V2 pools. None of the listed factories lets pools have asset managers. */
export type VaultPoolFactory = { readonly address: Address; readonly makes: VaultPoolKind }

/**
 * Where a network's pools are created, as published by Uniswap, Sushi, PancakeSwap, ShibaSwap, Honeyswap and Balancer,
 * and how its Uniswap V3 pools are traded.
 */
export type Factories = {
  readonly uniswapV2: readonly PairFactory[]
  readonly uniswapV3: readonly Address[]
  /** Router of the public network; an embedded one has {@link originalSwapRouter}. */
  readonly uniswapV3Router: SwapRouter
  /** Newest first within each kind. */
  readonly balancerV2: readonly VaultPoolFactory[]
}

/** The original SwapRouter, at this address on mainnet, Arbitrum and every embedded network. */
export const originalSwapRouter: SwapRouter = {
  address: '0xe592427a0aece92de3edee1f18e0157c05861564',
  kind: 'swap-router',
}

/** Returns a factory of Uniswap V2 or a fork; 0.3 % is the fee of the original. */
export const pairFactory = (title: string, address: Address, feePpm = 3_000): PairFactory => {
  return { title, address, feePpm }
}

/** Returns Balancer V2 factories of one kind. */
export const vaultFactories = (
  makes: VaultPoolKind,
  ...addresses: readonly Address[]
): VaultPoolFactory[] => addresses.map((address) => ({ address, makes }))
