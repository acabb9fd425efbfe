import { pairFactory, vaultFactories } from '@/lib/core/pool-factories'
import { dollarTokens } from './dollar-tokens'
import { eip7825Gas, hooksTrampoline, type Network } from './network'

/** Sepolia. */
export const sepolia: Network = {
  chainId: 11155111,
  name: 'sepolia',
  aliases: [],
  title: 'Sepolia',
  nativeSymbol: 'ETH',
  wrappedNative: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
  usdToken: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
  usdDecimals: 6,
  pricingAmount: 10n ** 17n,
  baseTokens: [
    '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
    '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
  ],
  blockSeconds: 12,
  reorgBlocks: 64,
  // Three epochs: a block is finalised after two, or up to three, of 32 slots.
  finalityBlocks: 96,
  dataFee: 'none',
  maxTransactionGas: eip7825Gas,
  realMoney: false,
  hooksTrampoline,
  shortName: 'sep',
  coingecko: undefined,
  goldrush: 'eth-sepolia',
  moralis: undefined,
  ethplorer: false,
  limits: {
    maxGasPriceGwei: '500',
    maxTxCost: '0.1',
    lossPerDay: '0.02',
    maxSlippage: '0.04',
    canaryOrderValue: '0.1',
    canaryDayValue: '1',
  },
  factories: {
    uniswapV2: [pairFactory('Uniswap V2', '0xf62c03e08ada871a0beb309762e260a7a6a880e6')],
    uniswapV3: ['0x0227628f3f023bb0b980b67d528571c95c6dac1c'],
    uniswapV3Router: {
      address: '0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e',
      kind: 'swap-router-02',
    },
    balancerV2: [
      ...vaultFactories('weighted', '0x7920bfa1b2041911b354747ca7a6cdd2dfc50cfd'),
      ...vaultFactories(
        'composable-stable',
        '0x05503b3ade04aca81c8d6f88ecb73ba156982d2b',
        '0xa3fd20e29358c056b727657e83dfd139abbc9924',
      ),
    ],
  },
  assetGroups: [
    dollarTokens.sepolia,
    [
      '0xfff9976782d46cc05630d1f6ebab18b2324d6b14', // WETH
      '0x3e3fe7dbc6b4c189e7128855dd526361c49b40af', // stETH
      '0xb82381a3fbd3fafa77b3a7be693342618240067b', // wstETH
    ],
  ],
  rebasingTokens: [
    '0x3e3fe7dbc6b4c189e7128855dd526361c49b40af', // stETH
  ],
}
