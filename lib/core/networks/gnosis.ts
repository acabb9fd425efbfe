import { pairFactory, vaultFactories } from '@/lib/core/pool-factories'
import { dollarTokens } from './dollar-tokens'
import { eip7825Gas, type Network } from './network'

/** Gnosis Chain. */
export const gnosis: Network = {
  chainId: 100,
  name: 'gnosis',
  aliases: ['xdai'],
  title: 'Gnosis Chain',
  nativeSymbol: 'xDAI',
  wrappedNative: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
  usdToken: '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
  usdDecimals: 6,
  pricingAmount: 10n ** 18n,
  baseTokens: [
    '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
    '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
    '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1',
    '0x9c58bacc331c9aa871afd802db6379a98e80cedb',
  ],
  blockSeconds: 5,
  reorgBlocks: 64,
  finalityBlocks: 64,
  dataFee: 'none',
  maxTransactionGas: eip7825Gas,
  realMoney: true,
  hooksTrampoline: '0x01dcb88678aedd0c4cc9552b20f4718550250574',
  shortName: 'gno',
  coingecko: { platform: 'xdai', coin: 'xdai' },
  goldrush: 'gnosis-mainnet',
  moralis: 'gnosis',
  ethplorer: false,
  limits: {
    maxGasPriceGwei: '50',
    maxTxCost: '50',
    lossPerDay: '2',
    maxSlippage: '100',
    canaryOrderValue: '300',
    canaryDayValue: '3000',
  },
  factories: {
    uniswapV2: [
      pairFactory('Honeyswap', '0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7'),
      pairFactory('SushiSwap', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
    ],
    uniswapV3: ['0xe32f7dd7e3f098d518ff19a22d5f028e076489b1'],
    uniswapV3Router: {
      address: '0xc6d25285d5c5b62b7ca26d6092751a145d50e9be',
      kind: 'swap-router-02',
    },
    balancerV2: [
      ...vaultFactories(
        'weighted',
        '0x6cad2ea22bfa7f4c14aae92e47f510cd5c509bc7',
        '0xc128a9954e6c874ea3d62ce62b468ba073093f25',
        '0xf302f9f50958c5593770fdf4d4812309ff77414f',
      ),
      ...vaultFactories(
        'composable-stable',
        '0x47b489bf5836f83abd928c316f8e39bc0587b020',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
        '0xd87f44df0159dc78029ab9ca7d7e57e7249f5acd',
        '0xc128468b7ce63ea702c1f104d55a2566b13d3abd',
        '0x76578ecf9a141296ec657847fb45b0585bcda3a6',
      ),
      ...vaultFactories('stable', '0xf23b4db826dba14c0e857029dff076b1c0264843'),
    ],
  },
  assetGroups: [
    dollarTokens.gnosis,
    [
      '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1', // WETH
      '0x6c76971f98945ae98dd7d4dfca8711ebea946ea6', // wstETH
    ],
  ],
  rebasingTokens: [
    '0xd0dd6cef72143e22cced4867eb0d5f2328715533', // aGnoWXDAI
    '0xa1fa064a85266e2ca82dee5c5ccec84df445760e', // aGnoGNO
  ],
}
