import type { Address } from '@/lib/core/address'
import { type EmbeddedNetwork, markets, million, pairs, token, wrapped } from './embedded-network'

/** The token of the embedded mainnet without any pool. */
export const isolatedToken: Address = '0x0000000000000000000000000000000000d15001'

/** The token of the embedded mainnet that keeps one percent of every transfer. */
export const feeOnTransferToken: Address = '0x0000000000000000000000000000000000d15002'

/** The rebasing token of the embedded mainnet. */
export const rebasingToken: Address = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'

/** The tokens and pools of the embedded Ethereum mainnet. */
export const mainnet: EmbeddedNetwork = {
  chainId: 1,
  tokens: [
    wrapped('WETH', 1, markets.ETH),
    token('USDC', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', { ...markets.USDC, decimals: 6 }),
    token('USDT', '0xdac17f958d2ee523a2206206994597c13d831ec7', {
      ...markets.USDT,
      decimals: 6,
      model: 'noReturn',
    }),
    token('DAI', '0x6b175474e89094c44da98b954eedeac495271d0f', markets.DAI),
    token('WBTC', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', { ...markets.WBTC, decimals: 8 }),
    token('COW', '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab', markets.COW),
    token('GNO', '0x6810e776880c02933d47db1b9fc05908e5386b96', markets.GNO),
    token('UNI', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', markets.UNI),
    token('LINK', '0x514910771af9ca656af840dff83e8264ecf986ca', markets.LINK),
    token('stETH', rebasingToken, {
      name: 'Liquid staked Ether',
      usd: 3198,
      volatility: 0.62,
      model: 'rebasing',
      follows: 'WETH',
    }),
    token('FEE', feeOnTransferToken, {
      name: 'Fee on Transfer',
      usd: 2,
      volatility: 0.7,
      model: 'feeOnTransfer',
    }),
    token('LONE', isolatedToken, { name: 'Token without Pools', usd: 1, volatility: 0 }),
  ],
  pools: [
    ...pairs('WETH', ['USDC', 'USDT', 'DAI', 'WBTC'], {
      v2DepthUsd: 20 * million,
      v3DepthUsd: 60 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['COW', 'GNO', 'UNI', 'LINK'], {
      v2DepthUsd: 4 * million,
      v3DepthUsd: 12 * million,
      fees: [3000, 10000],
    }),
    ...pairs('WETH', ['stETH'], { v2DepthUsd: 30 * million, v3DepthUsd: 0, fees: [] }),
    ...pairs('WETH', ['FEE'], { v2DepthUsd: 2 * million, v3DepthUsd: 0, fees: [] }),
    ...pairs('USDC', ['USDT', 'DAI'], {
      v2DepthUsd: 6 * million,
      v3DepthUsd: 40 * million,
      fees: [100, 500],
    }),
    ...pairs('USDT', ['DAI'], { v2DepthUsd: 2 * million, v3DepthUsd: 15 * million, fees: [100] }),
    ...pairs('WBTC', ['USDC'], {
      v2DepthUsd: 3 * million,
      v3DepthUsd: 20 * million,
      fees: [500, 3000],
    }),
    ...pairs('USDC', ['COW', 'UNI', 'LINK'], {
      v2DepthUsd: million,
      v3DepthUsd: 3 * million,
      fees: [3000],
    }),
    ...pairs('COW', ['GNO'], { v2DepthUsd: million, v3DepthUsd: million, fees: [10000] }),
  ],
  vaultPools: [
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
  hasFixtures: true,
}
