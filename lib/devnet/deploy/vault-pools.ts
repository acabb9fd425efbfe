/** A pool of the Balancer vault on an embedded network, funded at the opening prices. */
export type DevnetVaultPool = {
  readonly symbols: readonly string[]
  /** Share of the pool's value in each token, in percent; undefined: a stable pool of pegged tokens. */
  readonly weights?: readonly number[]
  /** Amplification of a stable pool. */
  readonly amplification?: number
  readonly feePercent: number
  /** US dollars of all tokens together. */
  readonly depthUsd: number
}

const million = 1_000_000

const poolsByChain: Readonly<Record<number, readonly DevnetVaultPool[]>> = {
  1: [
    { symbols: ['COW', 'WETH'], weights: [80, 20], feePercent: 0.5, depthUsd: 6 * million },
    {
      symbols: ['WBTC', 'WETH', 'USDC'],
      weights: [40, 40, 20],
      feePercent: 0.25,
      depthUsd: 24 * million,
    },
    { symbols: ['LINK', 'UNI'], weights: [50, 50], feePercent: 0.3, depthUsd: 3 * million },
    {
      symbols: ['USDC', 'USDT', 'DAI'],
      amplification: 500,
      feePercent: 0.01,
      depthUsd: 60 * million,
    },
  ],
  100: [
    { symbols: ['GNO', 'WETH'], weights: [80, 20], feePercent: 0.3, depthUsd: 4 * million },
    { symbols: ['WXDAI', 'USDC'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
  42161: [
    {
      symbols: ['WBTC', 'WETH', 'USDC'],
      weights: [40, 40, 20],
      feePercent: 0.25,
      depthUsd: 12 * million,
    },
    { symbols: ['USDC', 'USDT'], amplification: 500, feePercent: 0.01, depthUsd: 10 * million },
  ],
  8453: [
    { symbols: ['COW', 'WETH'], weights: [80, 20], feePercent: 0.5, depthUsd: 3 * million },
    { symbols: ['USDC', 'DAI'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
  11155111: [
    { symbols: ['COW', 'WETH'], weights: [80, 20], feePercent: 0.5, depthUsd: 3 * million },
    { symbols: ['USDC', 'DAI'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
}

/** The vault pools of an embedded network, in creation order. */
export function listDevnetVaultPools(chainId: number): readonly DevnetVaultPool[] {
  return poolsByChain[chainId] ?? []
}
