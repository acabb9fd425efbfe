import { originalSwapRouter, pairFactory, vaultFactories } from '@/lib/core/pool-factories'
import { dollarTokens } from './dollar-tokens'
import { eip7825Gas, hooksTrampoline, type Network } from './network'

/** Ethereum. */
export const mainnet: Network = {
  chainId: 1,
  name: 'mainnet',
  aliases: ['ethereum', 'eth'],
  title: 'Ethereum',
  nativeSymbol: 'ETH',
  wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  usdToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  usdDecimals: 6,
  pricingAmount: 10n ** 17n,
  baseTokens: [
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
    '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  ],
  blockSeconds: 12,
  reorgBlocks: 64,
  // Three epochs: a block is finalised after two, or up to three, of 32 slots.
  finalityBlocks: 96,
  dataFee: 'none',
  maxTransactionGas: eip7825Gas,
  realMoney: true,
  hooksTrampoline,
  shortName: 'eth',
  coingecko: { platform: 'ethereum', coin: 'ethereum' },
  goldrush: 'eth-mainnet',
  moralis: 'eth',
  ethplorer: true,
  limits: {
    maxGasPriceGwei: '200',
    maxTxCost: '0.1',
    lossPerDay: '0.02',
    maxSlippage: '0.04',
    canaryOrderValue: '0.1',
    canaryDayValue: '1',
  },
  factories: {
    uniswapV2: [
      pairFactory('Uniswap V2', '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'),
      pairFactory('SushiSwap', '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'),
      pairFactory('ShibaSwap', '0x115934131916c8b277dd010ee02de363c09d037c'),
      pairFactory('PancakeSwap', '0x1097053fd2ea711dad45caccc45eff7548fcb362', 2_500),
    ],
    uniswapV3: ['0x1f98431c8ad98523631ae4a59f267346ea31f984'],
    uniswapV3Router: originalSwapRouter,
    balancerV2: [
      ...vaultFactories(
        'weighted',
        '0x897888115ada5773e02aa29f775430bfb5f34c51',
        '0x5dd94da3644ddd055fcf6b3e1aa310bb7801eb8b',
        '0xcc508a455f5b0073973107db6a878ddbdab957bc',
      ),
      ...vaultFactories(
        'weighted-first',
        '0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9',
        '0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0',
      ),
      ...vaultFactories(
        'composable-stable',
        '0x5b42ec6d40f7b7965be5308c70e2603c0281c1e9',
        '0xdb8d758bcb971e482b2c45f7f8a7740283a1bd3a',
        '0xfada0f4547ab2de89d1304a668c39b3e09aa7c76',
        '0xdba127fbc23fb20f5929c546af220a991b5c6e01',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xf9ac7b9df2b3454e841110cce5550bd5ac6f875f',
      ),
      ...vaultFactories('meta-stable', '0x67d27634e44793fe63c467035e31ea8635117cd4'),
      ...vaultFactories('stable', '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c'),
      ...vaultFactories('stable-first', '0xc66ba2b6595d3613ccab350c886ace23866ede24'),
    ],
  },
  assetGroups: [
    dollarTokens.mainnet,
    [
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH
      '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', // stETH
      '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', // wstETH
      '0xae78736cd615f374d3085123a210448e74fc6393', // rETH
      '0xbe9895146f7af43049ca1c1ae358b0541ea49704', // cbETH
      '0x5e8422345238f34275888049021821e8e08caa1f', // frxETH
      '0xac3e018457b222d93114458476f3e3416abbe38f', // sfrxETH
      '0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee', // weETH
      '0x35fa164735182de50811e8e2e824cfb9b6118ac2', // eETH
      '0xbf5495efe5db9ce00f80364c8b423567e58d2110', // ezETH
      '0xa1290d69c65a6fe4df752f95823fae25cb99e5a7', // rsETH
      '0xa35b1b31ce002fbf2058d22f30f95d405200a15b', // ETHx
      '0xf1c9acdc66974dfb6decb12aa385b9cd01190e38', // osETH
    ],
    [
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', // WBTC
      '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
      '0x18084fba666a33d37592fa2633fd49a74dd93a88', // tBTC
      '0x8236a87084f8b84306f72007f36f2618a5634494', // LBTC
    ],
  ],
  rebasingTokens: [
    '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', // stETH
    '0x35fa164735182de50811e8e2e824cfb9b6118ac2', // eETH
    '0x856c4efb76c1d1ae02e20ceb03a2a6a08b0b8dc3', // OETH
    '0xd46ba6d942050d489dbd938a2c909a5d5039a161', // AMPL
    '0x04906695d6d12cf5459975d7c3c03356e4ccd460', // sOHM
    '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
    '0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c', // aEthUSDC
  ],
}
