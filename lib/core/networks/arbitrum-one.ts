import { originalSwapRouter, pairFactory, vaultFactories } from '@/lib/core/pool-factories'
import { dollarTokens } from './dollar-tokens'
import { hooksTrampoline, type Network } from './network'

/** Arbitrum One. */
export const arbitrumOne: Network = {
  chainId: 42161,
  name: 'arbitrum_one',
  aliases: ['arbitrum', 'arb1'],
  title: 'Arbitrum One',
  nativeSymbol: 'ETH',
  wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  usdToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  usdDecimals: 6,
  pricingAmount: 10n ** 17n,
  baseTokens: [
    '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  ],
  blockSeconds: 0.25,
  reorgBlocks: 240,
  // Twenty minutes: longer than batches take to be final on Ethereum.
  finalityBlocks: 4_800,
  dataFee: 'arbitrum',
  // Nitro's limit per transaction and block, the gas for its data excluded.
  maxTransactionGas: 32_000_000n,
  realMoney: true,
  hooksTrampoline,
  shortName: 'arb1',
  coingecko: { platform: 'arbitrum-one', coin: 'ethereum' },
  goldrush: 'arbitrum-mainnet',
  moralis: 'arbitrum',
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
      pairFactory('Uniswap V2', '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9'),
      pairFactory('SushiSwap', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
      pairFactory('PancakeSwap', '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e', 2_500),
    ],
    uniswapV3: ['0x1f98431c8ad98523631ae4a59f267346ea31f984'],
    uniswapV3Router: originalSwapRouter,
    balancerV2: [
      ...vaultFactories(
        'weighted',
        '0xc7e5ed1054a24ef31d827e6f86caa58b3bc168d7',
        '0xf1665e19bc105be4edd3739f88315cc699cc5b65',
        '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c',
      ),
      ...vaultFactories(
        'weighted-first',
        '0x7dfdef5f355096603419239ce743bfaf1120312b',
        '0xcf0a32bbef8f064969f21f7e02328fb577382018',
      ),
      ...vaultFactories(
        'composable-stable',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
        '0xa8920455934da4d853faac1f94fe7bef72943ef1',
        '0x2498a2b0d6462d2260eac50ae1c3e03f4829ba95',
        '0x1c99324edc771c82a0dccb780cc7dda0045e50e7',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xaeb406b0e430bf5ea2dc0b9fe62e4e53f74b3a33',
      ),
      ...vaultFactories('meta-stable', '0xebfd5681977e38af65a7487dc70b8221d089ccad'),
      ...vaultFactories('stable', '0xef44d6786b2b4d544b7850fe67ce6381626bf2d6'),
      ...vaultFactories('stable-first', '0x2433477a10fc5d31b9513c638f19ee85caed53fd'),
    ],
  },
  assetGroups: [
    dollarTokens.arbitrumOne,
    [
      '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // WETH
      '0x5979d7b546e38e414f7e9822514be443a4800529', // wstETH
      '0xec70dcb4a1efa46b8f2d97c310c9c4790ba5ffa8', // rETH
      '0x35751007a407ca6feffe80b3cb397736d2cf4dbe', // weETH
      '0x1debd73e752beaf79865fd6446b0c970eae7732f', // cbETH
      '0x4186bfc76e2e237523cbc30fd220fe055156b41f', // rsETH
      '0x2416092f143378750bb29b79ed961ab195cceea5', // ezETH
    ],
    [
      '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', // WBTC
      '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
      '0x6c84a8f1c29108f47a79964b5fe888d4f4d0de40', // tBTC
    ],
  ],
  rebasingTokens: [
    '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
    '0x724dc807b04555b71ed48a6896b6f41593b8c637', // aArbUSDCn
  ],
}
