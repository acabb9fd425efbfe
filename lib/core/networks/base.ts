import { pairFactory, vaultFactories } from '@/lib/core/pool-factories'
import { dollarTokens } from './dollar-tokens'
import { eip7825Gas, hooksTrampoline, type Network } from './network'

/** Base. */
export const base: Network = {
  chainId: 8453,
  name: 'base',
  aliases: [],
  title: 'Base',
  nativeSymbol: 'ETH',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  usdToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  usdDecimals: 6,
  pricingAmount: 10n ** 17n,
  baseTokens: [
    '0x4200000000000000000000000000000000000006',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  ],
  blockSeconds: 2,
  reorgBlocks: 64,
  // Half an hour: longer than batches take to be final on Ethereum.
  finalityBlocks: 900,
  dataFee: 'op-stack',
  maxTransactionGas: eip7825Gas,
  realMoney: true,
  hooksTrampoline,
  shortName: 'base',
  coingecko: { platform: 'base', coin: 'ethereum' },
  goldrush: 'base-mainnet',
  moralis: 'base',
  ethplorer: false,
  limits: {
    maxGasPriceGwei: '5',
    maxTxCost: '0.1',
    lossPerDay: '0.002',
    maxSlippage: '0.04',
    canaryOrderValue: '0.1',
    canaryDayValue: '1',
  },
  factories: {
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
      ...vaultFactories('weighted', '0x4c32a8a8fda4e24139b51b456b42290f51d6a1c4'),
      ...vaultFactories(
        'composable-stable',
        '0x956ccab09898c0af2aca5e6c229c3ad4e93d9288',
        '0x8df317a729fcaa260306d7de28888932cb579b88',
      ),
    ],
  },
  assetGroups: [
    dollarTokens.base,
    [
      '0x4200000000000000000000000000000000000006', // WETH
      '0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22', // cbETH
      '0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452', // wstETH
      '0x04c0599ae5a44757c0af6f9ec3b93da8976c150a', // weETH
      '0xb6fe221fe9eef5aba221c348ba20a1bf5e73624c', // rETH
      '0x2416092f143378750bb29b79ed961ab195cceea5', // ezETH
      '0xedfa23602d0ec14714057867a78d01e94176bea0', // wrsETH
    ],
    [
      '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
      '0x236aa50979d5f3de3bd1eeb40e81137f22ab794b', // tBTC
      '0xecac9c5f704e954931349da37f60e39f515c11c1', // LBTC
      '0x0555e30da8f98308edb960aa94c0db47230d2b9c', // WBTC
    ],
  ],
  rebasingTokens: [
    '0xdbfefd2e8460a6ee4955a68582f85708baea60a3', // superOETHb
    '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
    '0xd4a0e0b9149bcee3c920d2e00b5de09138fd8bb7', // aBasWETH
    '0x4e65fe4dba92790696d040ac24aa414708f5c0ab', // aBasUSDC
  ],
}
