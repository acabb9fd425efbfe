import { type EmbeddedNetwork, markets, million, pairs, token, wrapped } from './embedded-network'

/** The tokens and pools of the embedded Gnosis Chain. */
export const gnosis: EmbeddedNetwork = {
  chainId: 100,
  tokens: [
    wrapped('WXDAI', 100, markets.WXDAI),
    token('USDC', '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', { ...markets.USDC, decimals: 6 }),
    token('GNO', '0x9c58bacc331c9aa871afd802db6379a98e80cedb', markets.GNO),
    token('WETH', '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1', markets.ETH),
    token('COW', '0x177127622c4a00f3d409b75571e12cb3c8973d3c', markets.COW),
  ],
  pools: [
    ...pairs('WXDAI', ['USDC'], { v2DepthUsd: million, v3DepthUsd: 5 * million, fees: [100] }),
    ...pairs('WXDAI', ['WETH', 'GNO'], {
      v2DepthUsd: 3 * million,
      v3DepthUsd: 8 * million,
      fees: [500, 3000],
    }),
    ...pairs('GNO', ['COW', 'WETH'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 4 * million,
      fees: [3000],
    }),
  ],
  vaultPools: [
    { symbols: ['GNO', 'WETH'], weights: [80, 20], feePercent: 0.3, depthUsd: 4 * million },
    { symbols: ['WXDAI', 'USDC'], amplification: 500, feePercent: 0.01, depthUsd: 5 * million },
  ],
}
