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

/** Where a network's pools are created, and how its Uniswap V3 pools are traded. */
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

const pairFactory = (title: string, address: Address, feePpm = 3_000): PairFactory => {
  return { title, address, feePpm }
}

const factories = (makes: VaultPoolKind, ...addresses: readonly Address[]): VaultPoolFactory[] =>
  addresses.map((address) => ({ address, makes }))

/**
 * The known factories of the supported networks by chain id, as published by Uniswap, Sushi, PancakeSwap, ShibaSwap,
 * Honeyswap and Balancer.
 */
export const factoriesByChain = {
  1: {
    uniswapV2: [
      pairFactory('Uniswap V2', '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'),
      pairFactory('SushiSwap', '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'),
      pairFactory('ShibaSwap', '0x115934131916c8b277dd010ee02de363c09d037c'),
      pairFactory('PancakeSwap', '0x1097053fd2ea711dad45caccc45eff7548fcb362', 2_500),
    ],
    uniswapV3: ['0x1f98431c8ad98523631ae4a59f267346ea31f984'],
    uniswapV3Router: originalSwapRouter,
    balancerV2: [
      ...factories(
        'weighted',
        '0x897888115ada5773e02aa29f775430bfb5f34c51',
        '0x5dd94da3644ddd055fcf6b3e1aa310bb7801eb8b',
        '0xcc508a455f5b0073973107db6a878ddbdab957bc',
      ),
      ...factories(
        'weighted-first',
        '0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9',
        '0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0',
      ),
      ...factories(
        'composable-stable',
        '0x5b42ec6d40f7b7965be5308c70e2603c0281c1e9',
        '0xdb8d758bcb971e482b2c45f7f8a7740283a1bd3a',
        '0xfada0f4547ab2de89d1304a668c39b3e09aa7c76',
        '0xdba127fbc23fb20f5929c546af220a991b5c6e01',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xf9ac7b9df2b3454e841110cce5550bd5ac6f875f',
      ),
      ...factories('meta-stable', '0x67d27634e44793fe63c467035e31ea8635117cd4'),
      ...factories('stable', '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c'),
      ...factories('stable-first', '0xc66ba2b6595d3613ccab350c886ace23866ede24'),
    ],
  },
  100: {
    uniswapV2: [
      pairFactory('Honeyswap', '0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7'),
      pairFactory('SushiSwap', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
    ],
    uniswapV3: ['0xe32f7dd7e3f098d518ff19a22d5f028e076489b1'],
    uniswapV3Router: {
      address: '0xc6d25285d5c5b62b7ca26d6092751a145d50e9be',
      kind: 'swap-router-02',
    },
    balancerV2: [
      ...factories(
        'weighted',
        '0x6cad2ea22bfa7f4c14aae92e47f510cd5c509bc7',
        '0xc128a9954e6c874ea3d62ce62b468ba073093f25',
        '0xf302f9f50958c5593770fdf4d4812309ff77414f',
      ),
      ...factories(
        'composable-stable',
        '0x47b489bf5836f83abd928c316f8e39bc0587b020',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
        '0xd87f44df0159dc78029ab9ca7d7e57e7249f5acd',
        '0xc128468b7ce63ea702c1f104d55a2566b13d3abd',
        '0x76578ecf9a141296ec657847fb45b0585bcda3a6',
      ),
      ...factories('stable', '0xf23b4db826dba14c0e857029dff076b1c0264843'),
    ],
  },
  42161: {
    uniswapV2: [
      pairFactory('Uniswap V2', '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9'),
      pairFactory('SushiSwap', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
      pairFactory('PancakeSwap', '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e', 2_500),
    ],
    uniswapV3: ['0x1f98431c8ad98523631ae4a59f267346ea31f984'],
    uniswapV3Router: originalSwapRouter,
    balancerV2: [
      ...factories(
        'weighted',
        '0xc7e5ed1054a24ef31d827e6f86caa58b3bc168d7',
        '0xf1665e19bc105be4edd3739f88315cc699cc5b65',
        '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c',
      ),
      ...factories(
        'weighted-first',
        '0x7dfdef5f355096603419239ce743bfaf1120312b',
        '0xcf0a32bbef8f064969f21f7e02328fb577382018',
      ),
      ...factories(
        'composable-stable',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
        '0xa8920455934da4d853faac1f94fe7bef72943ef1',
        '0x2498a2b0d6462d2260eac50ae1c3e03f4829ba95',
        '0x1c99324edc771c82a0dccb780cc7dda0045e50e7',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xaeb406b0e430bf5ea2dc0b9fe62e4e53f74b3a33',
      ),
      ...factories('meta-stable', '0xebfd5681977e38af65a7487dc70b8221d089ccad'),
      ...factories('stable', '0xef44d6786b2b4d544b7850fe67ce6381626bf2d6'),
      ...factories('stable-first', '0x2433477a10fc5d31b9513c638f19ee85caed53fd'),
    ],
  },
  8453: {
    uniswapV2: [
      pairFactory('Uniswap V2', '0x8909dc15e40173ff4699343b6eb8132c65e18ec6'),
      pairFactory('SushiSwap', '0x71524b4f93c58fcbf659783284e38825f0622859'),
      pairFactory('PancakeSwap', '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e', 2_500),
    ],
    uniswapV3: ['0x33128a8fc17869897dce68ed026d694621f6fdfd'],
    uniswapV3Router: {
      address: '0x2626664c2603336e57b271c5c0b26f421741e481',
      kind: 'swap-router-02',
    },
    balancerV2: [
      ...factories('weighted', '0x4c32a8a8fda4e24139b51b456b42290f51d6a1c4'),
      ...factories(
        'composable-stable',
        '0x956ccab09898c0af2aca5e6c229c3ad4e93d9288',
        '0x8df317a729fcaa260306d7de28888932cb579b88',
      ),
    ],
  },
  11155111: {
    uniswapV2: [pairFactory('Uniswap V2', '0xf62c03e08ada871a0beb309762e260a7a6a880e6')],
    uniswapV3: ['0x0227628f3f023bb0b980b67d528571c95c6dac1c'],
    uniswapV3Router: {
      address: '0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e',
      kind: 'swap-router-02',
    },
    balancerV2: [
      ...factories('weighted', '0x7920bfa1b2041911b354747ca7a6cdd2dfc50cfd'),
      ...factories(
        'composable-stable',
        '0x05503b3ade04aca81c8d6f88ecb73ba156982d2b',
        '0xa3fd20e29358c056b727657e83dfd139abbc9924',
      ),
    ],
  },
} as const satisfies Readonly<Record<number, Factories>>
