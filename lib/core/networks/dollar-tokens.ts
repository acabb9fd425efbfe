import type { Address } from '@/lib/core/address'

/**
 * The tokens that follow the dollar, by network: the first asset group of each. Apart from the other facts about networks,
 * because every page formats amounts and needs only these.
 */
export const dollarTokens = {
  mainnet: [
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
  gnosis: [
    '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', // WXDAI
    '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', // USDC
    '0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', // USDC.e
    '0x4ecaba5870353805a9f068101a40e0f32ed605c6', // USDT
    '0xaf204776c7245bf4147c2612bf6e5972ee483701', // sDAI
  ],
  arbitrumOne: [
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
  base: [
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
  sepolia: [
    '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', // USDC
    '0xb4f1737af37711e9a5890d9510c9bb60e170cb0d', // DAI
  ],
} as const satisfies Readonly<Record<string, readonly Address[]>>
