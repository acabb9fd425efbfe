import { type Address, asErc20, nativeToken } from './address'
import type { Network } from './networks'

/**
 * Tokens of each network that track the same asset, so that a trade between them moves no risk: dollars, the native
 * token with its staking derivatives, ether, and bitcoin. Yield-bearing wrappers are included: a day's yield is
 * negligible.
 */
const assets: readonly (readonly [chainId: number, groups: readonly (readonly Address[])[]])[] = [
  [
    1,
    [
      [
        '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC
        '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT
        '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI
        '0xdc035d45d973e3ec169d2276ddab16f1e407384f', // USDS
        '0xa3931d71877c0e7a3148cb7eb4463524fec27fbd', // sUSDS
        '0x83f20f44975d03b1b09e64809b757c47f942beea', // sDAI
        '0x4c9edd5852cd905f086c759e8383e09bff1e68b3', // USDe
        '0x9d39a5de30e57443bff2a8307a4256c8797a3497', // sUSDe
        '0x853d955acef822db058eb8505911ed77f175b99e', // FRAX
        '0x5f98805a4e8be255a32880fdec7f6728c6568ba0', // LUSD
        '0x6c3ea9036406852006290770bedfcaba0e23a0e8', // PYUSD
        '0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f', // GHO
        '0x0000000000085d4780b73119b644ae5ecd22b376', // TUSD
        '0x8e870d67f660d95d5be530380d0ec0bd388289e1', // USDP
        '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd', // GUSD
        '0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', // crvUSD
        '0x57ab1ec28d129707052df4df418d58a2d46d5f51', // sUSD
        '0x8292bb45bf1ee4d140127049757c2e0ff06317ed', // RLUSD
        '0x73a15fed60bf67631dc6cd7bc5b6e8da8190acf5', // USD0
      ],
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
  ],
  [
    100,
    [
      [
        '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', // WXDAI
        '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', // USDC
        '0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', // USDC.e
        '0x4ecaba5870353805a9f068101a40e0f32ed605c6', // USDT
        '0xaf204776c7245bf4147c2612bf6e5972ee483701', // sDAI
      ],
      [
        '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1', // WETH
        '0x6c76971f98945ae98dd7d4dfca8711ebea946ea6', // wstETH
      ],
    ],
  ],
  [
    42161,
    [
      [
        '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC
        '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', // USDC.e
        '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // USDT
        '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', // DAI
        '0x17fc002b466eec40dae837fc4be5c67993ddbd6f', // FRAX
        '0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34', // USDe
        '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2', // sUSDe
        '0x6491c05a82219b8d1479057361ff1654749b876b', // USDS
        '0xddb46999f8891663a8f2828d25298f70416d7610', // sUSDS
        '0x7dff72693f6a4149b17e7c6314655f6a9f7c8b33', // GHO
        '0x498bf2b1e120fed3ad3d42ea2165e9b73f99c1e5', // crvUSD
      ],
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
  ],
  [
    8453,
    [
      [
        '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC
        '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca', // USDbC
        '0x50c5725949a6f0c72e6c4a641f24049a917db0cb', // DAI
        '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2', // USDT
        '0x820c137fa70c8691f0e44dc420a5e53c168921dc', // USDS
        '0x5875eee11cf8398102fdad704c9e96607675467a', // sUSDS
        '0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34', // USDe
        '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2', // sUSDe
        '0x6bb7a212910682dcfdbd5bcbb3e28fb4e8da10ee', // GHO
      ],
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
  ],
  [
    11155111,
    [
      [
        '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', // USDC
        '0xb4f1737af37711e9a5890d9510c9bb60e170cb0d', // DAI
      ],
      [
        '0xfff9976782d46cc05630d1f6ebab18b2324d6b14', // WETH
        '0x3e3fe7dbc6b4c189e7128855dd526361c49b40af', // stETH
        '0xb82381a3fbd3fafa77b3a7be693342618240067b', // wstETH
      ],
    ],
  ],
]

const assetByToken: ReadonlyMap<number, ReadonlyMap<Address, Address>> = new Map(
  assets.map(([chainId, groups]) => [
    chainId,
    new Map(
      groups.flatMap(([first, ...rest]) =>
        first ? [first, ...rest].map((token) => [token, first]) : [],
      ),
    ),
  ]),
)

/** The asset that a token tracks: the first token of its group, or the token itself when it has no group. */
export function assetOf(network: Network, token: Address): Address {
  const erc20 = asErc20(token, network)
  return assetByToken.get(network.chainId)?.get(erc20) ?? erc20
}

/** Every grouped token of a network; the wrapped token stands for the native one. */
export function listAssetTokens(network: Network): readonly Address[] {
  return [...(assetByToken.get(network.chainId)?.keys() ?? [])]
}

/** All tokens that track the same asset, including the token itself and the native token where it belongs. */
export function tokensOfAsset(network: Network, token: Address): readonly Address[] {
  const asset = assetOf(network, token)
  const groups = assets.find(([chainId]) => chainId === network.chainId)?.[1] ?? []
  const group = groups.find(([first]) => first === asset) ?? [asset]
  return group.includes(network.wrappedNative) ? [...group, nativeToken] : group
}
