import { type EmbeddedNetwork, markets, million, pairs, token, wrapped } from './embedded-network'

/** The tokens and pools of the embedded Sepolia. */
export const sepolia: EmbeddedNetwork = {
  chainId: 11155111,
  tokens: [
    wrapped('WETH', 11155111, markets.ETH),
    token('USDC', '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', { ...markets.USDC, decimals: 6 }),
    token('COW', '0x0625afb445c3b6b7b929342a04a22599fd5dbb59', markets.COW),
    token('DAI', '0xb4f1737af37711e9a5890d9510c9bb60e170cb0d', markets.DAI),
  ],
  pools: [
    ...pairs('WETH', ['USDC', 'DAI'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 20 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['COW'], { v2DepthUsd: 2 * million, v3DepthUsd: 6 * million, fees: [3000] }),
    ...pairs('USDC', ['DAI'], { v2DepthUsd: million, v3DepthUsd: 5 * million, fees: [100] }),
    ...pairs('USDC', ['COW'], { v2DepthUsd: million, v3DepthUsd: 0, fees: [] }),
  ],
  vaultPools: [
    { symbols: ['COW', 'WETH'], weights: [80, 20], feePercent: 0.5, depthUsd: 3 * million },
    { symbols: ['USDC', 'DAI'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
}
