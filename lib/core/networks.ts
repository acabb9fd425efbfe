import type { Address } from './address'
import { type Factories, factoriesByChain } from './pool-factories'

/** Static facts about a network. */
export type Network = {
  readonly chainId: number
  /** The name used in paths and shown in links. */
  readonly name: string
  /** Further names accepted in paths. */
  readonly aliases: readonly string[]
  readonly title: string
  readonly nativeSymbol: string
  readonly wrappedNative: Address
  /** The token priced at exactly one US dollar. */
  readonly usdToken: Address
  /** Decimals of the dollar token. */
  readonly usdDecimals: number
  /** Intermediate tokens of routes, best first, starting with the wrapped native token. */
  readonly baseTokens: readonly Address[]
  readonly blockSeconds: number
  /** Confirmations after which a block is treated as final. */
  readonly finalityBlocks: number
  /** Whether tokens of this network have real value, so that a signature for it is dangerous to give away. */
  readonly realMoney: boolean
  readonly factories: Factories
  /** Contract that executes the hooks of orders; it serves only {@link defaultSettlement}. */
  readonly hooksTrampoline: Address
}

/** Balancer V2 vault, the same address on every network. */
export const balancerVault: Address = '0xba12222222228d8ba445958a75a0704d566bf2c8'

/** Public settlement contract (spec: Authentication), the default of `SETTLEMENT_CONTRACT`. */
export const defaultSettlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41'

/** Public vault relayer, which spends sell-token allowances; the default of `VAULT_RELAYER_CONTRACT`. */
export const defaultVaultRelayer: Address = '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110'

/** Public contract that owns orders selling the native token, at the same address on every network. */
export const nativeOrdersContract: Address = '0xba3cb449bd2b4adddbc894d8697f5170800eadec'

/** Public trampoline of most networks. */
const hooksTrampoline: Address = '0x60bf78233f48ec42ee3f101b9a05ec7878728006'

/** The supported networks (spec: Supported chains for order signing), in display order. */
export const networks: readonly Network[] = [
  {
    chainId: 1,
    name: 'mainnet',
    aliases: ['ethereum', 'eth'],
    title: 'Ethereum',
    nativeSymbol: 'ETH',
    wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    usdToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    usdDecimals: 6,
    baseTokens: [
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      '0xdac17f958d2ee523a2206206994597c13d831ec7',
      '0x6b175474e89094c44da98b954eedeac495271d0f',
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    ],
    blockSeconds: 12,
    finalityBlocks: 64,
    realMoney: true,
    hooksTrampoline,
    factories: factoriesByChain[1],
  },
  {
    chainId: 100,
    name: 'gnosis',
    aliases: ['xdai'],
    title: 'Gnosis Chain',
    nativeSymbol: 'xDAI',
    wrappedNative: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
    usdToken: '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
    usdDecimals: 6,
    baseTokens: [
      '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
      '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
      '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1',
      '0x9c58bacc331c9aa871afd802db6379a98e80cedb',
    ],
    blockSeconds: 5,
    finalityBlocks: 64,
    realMoney: true,
    hooksTrampoline: '0x01dcb88678aedd0c4cc9552b20f4718550250574',
    factories: factoriesByChain[100],
  },
  {
    chainId: 42161,
    name: 'arbitrum_one',
    aliases: ['arbitrum', 'arb1'],
    title: 'Arbitrum One',
    nativeSymbol: 'ETH',
    wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    usdToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    usdDecimals: 6,
    baseTokens: [
      '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
      '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    ],
    blockSeconds: 1,
    finalityBlocks: 240,
    realMoney: true,
    hooksTrampoline,
    factories: factoriesByChain[42161],
  },
  {
    chainId: 8453,
    name: 'base',
    aliases: [],
    title: 'Base',
    nativeSymbol: 'ETH',
    wrappedNative: '0x4200000000000000000000000000000000000006',
    usdToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    usdDecimals: 6,
    baseTokens: [
      '0x4200000000000000000000000000000000000006',
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    ],
    blockSeconds: 2,
    finalityBlocks: 64,
    realMoney: true,
    hooksTrampoline,
    factories: factoriesByChain[8453],
  },
  {
    chainId: 11155111,
    name: 'sepolia',
    aliases: [],
    title: 'Sepolia',
    nativeSymbol: 'ETH',
    wrappedNative: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
    usdToken: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
    usdDecimals: 6,
    baseTokens: [
      '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
      '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
    ],
    blockSeconds: 12,
    finalityBlocks: 64,
    realMoney: false,
    hooksTrampoline,
    factories: factoriesByChain[11155111],
  },
]

const bySegment = new Map<string, Network>(
  networks.flatMap((network) =>
    [String(network.chainId), network.name, ...network.aliases].map(
      (segment) => [segment, network] as const,
    ),
  ),
)

/** Finds the network of a path segment (`1`, `mainnet`, `xDAI`), case-insensitively. */
export function findNetwork(segment: string): Network | undefined {
  return bySegment.get(segment.toLowerCase())
}

/** Returns the network with this chain id. Throws a RangeError for an unsupported one. */
export function getNetwork(chainId: number): Network {
  const network = bySegment.get(String(chainId))
  if (!network) throw new RangeError(`unsupported chain id ${chainId}`)
  return network
}
