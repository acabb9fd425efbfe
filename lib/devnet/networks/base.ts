import { type EmbeddedNetwork, markets, million, pairs, token, wrapped } from './embedded-network'

/** The tokens and pools of the embedded Base. */
export const base: EmbeddedNetwork = {
  chainId: 8453,
  tokens: [
    wrapped('WETH', 8453, markets.ETH),
    token('USDC', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', { ...markets.USDC, decimals: 6 }),
    token('DAI', '0x50c5725949a6f0c72e6c4a641f24049a917db0cb', markets.DAI),
    token('cbBTC', '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', {
      ...markets.WBTC,
      name: 'Coinbase Wrapped BTC',
      decimals: 8,
    }),
    token('COW', '0xc694a91e6b071bf030a18bd3053a7fe09b6dae69', markets.COW),
  ],
  pools: [
    ...pairs('WETH', ['USDC'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 30 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['DAI', 'cbBTC', 'COW'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 8 * million,
      fees: [3000],
    }),
    ...pairs('USDC', ['DAI'], { v2DepthUsd: 0, v3DepthUsd: 5 * million, fees: [100] }),
  ],
  vaultPools: [
    { symbols: ['COW', 'WETH'], weights: [80, 20], feePercent: 0.5, depthUsd: 3 * million },
    { symbols: ['USDC', 'DAI'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
}
