import { type EmbeddedNetwork, markets, million, pairs, token, wrapped } from './embedded-network'

/** The tokens and pools of the embedded Arbitrum One. */
export const arbitrumOne: EmbeddedNetwork = {
  chainId: 42161,
  tokens: [
    wrapped('WETH', 42161, markets.ETH),
    token('USDC', '0xaf88d065e77c8cc2239327c5edb3a432268e5831', { ...markets.USDC, decimals: 6 }),
    token('USDT', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', { ...markets.USDT, decimals: 6 }),
    token('WBTC', '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', { ...markets.WBTC, decimals: 8 }),
    token('ARB', '0x912ce59144191c1204e64559fe8253a0e49e6548', markets.ARB),
    token('COW', '0xcb8b5cd20bdcaea9a010ac1f8d835824f5c87a04', markets.COW),
  ],
  pools: [
    ...pairs('WETH', ['USDC', 'USDT'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 30 * million,
      fees: [500],
    }),
    ...pairs('WETH', ['WBTC', 'ARB', 'COW'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 8 * million,
      fees: [3000],
    }),
    ...pairs('USDC', ['USDT'], { v2DepthUsd: 0, v3DepthUsd: 10 * million, fees: [100] }),
  ],
  vaultPools: [
    {
      symbols: ['WBTC', 'WETH', 'USDC'],
      weights: [40, 40, 20],
      feePercent: 0.25,
      depthUsd: 12 * million,
    },
    { symbols: ['USDC', 'USDT'], amplification: 500, feePercent: 0.01, depthUsd: 10 * million },
  ],
}
