import type { Address } from '@/lib/core/address'
import type { Factories } from '@/lib/core/pool-factories'

/** All static facts about a network, addresses in lower case. CONTRIBUTING.md describes how to add one. */
export type Network = {
  readonly chainId: number
  /** The name used in paths, links and settings: lower-case letters, digits and `_`. */
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
  /**
   * Native atoms whose purchase prices a token without a deep pool: a few hundred dollars at most, yet too much for a pool
   * of dust.
   */
  readonly pricingAmount: bigint
  /** Intermediate tokens of routes, best first, starting with the wrapped native token. */
  readonly baseTokens: readonly Address[]
  /** Mean seconds between blocks; a fraction on networks with several blocks a second. */
  readonly blockSeconds: number
  /** Blocks below the head within which reorgs are expected: indexes read them by hash and keep their headers. */
  readonly reorgBlocks: number
  /** Confirmations after which a block is treated as final if the node does not name a `finalized` block. */
  readonly finalityBlocks: number
  /**
   * The fee for a transaction's data on the parent chain, besides its gas: `op-stack` networks charge it apart,
   * `arbitrum` charges it as gas.
   */
  readonly dataFee: 'none' | 'op-stack' | 'arbitrum'
  /** Maximum gas of a transaction. */
  readonly maxTransactionGas: bigint
  /** Whether tokens of this network have real value, so that a signature for it is dangerous to give away. */
  readonly realMoney: boolean
  /** Contract that executes the hooks of orders; it serves only {@link defaultSettlement}. */
  readonly hooksTrampoline: Address
  readonly factories: Factories
  /** Short name (EIP-3770), as in links to the Safe app. */
  readonly shortName: string
  /**
   * CoinGecko's ids of the network (`/asset_platforms`) and of its native coin (`/coins/list`), which differ: the coin
   * of Arbitrum and Base is Ethereum's. Undefined for test networks.
   */
  readonly coingecko: { readonly platform: string; readonly coin: string } | undefined
  /** GoldRush's name of the network. */
  readonly goldrush: string | undefined
  /** Moralis's name of the network. */
  readonly moralis: string | undefined
  /** Whether Ethplorer's main API serves the network. */
  readonly ethplorer: boolean
  /** Defaults of the operator's limits; values and costs in whole native tokens. */
  readonly limits: {
    /** A multiple of a busy day's price, yet less than a faulty node could waste. */
    readonly maxGasPriceGwei: string
    readonly maxTxCost: string
    /** A few reverts or burns, then somebody should look. */
    readonly lossPerDay: string
    /** Some hundred dollars: what a settlement may lose to price moves out of what it keeps. */
    readonly maxSlippage: string
    readonly canaryOrderValue: string
    readonly canaryDayValue: string
  }
  /**
   * Groups of tokens that track the same asset, so that a trade between them moves no risk: dollars, the native token
   * with its staking derivatives, ether, and bitcoin. Yield-bearing wrappers are included: a day's yield is negligible.
   * One group contains the wrapped native token.
   */
  readonly assetGroups: readonly (readonly Address[])[]
  /**
   * Tokens whose balances change without transfers. A signed amount loses its meaning, and the settlement contract's
   * accounting would break, so they are rejected (spec: UnsupportedToken).
   */
  readonly rebasingTokens: readonly Address[]
}

/** Returns the number of blocks in which `seconds` pass, at least `min`. */
export function blocksIn(
  { blockSeconds }: Pick<Network, 'blockSeconds'>,
  { seconds, min = 1 }: { readonly seconds: number; readonly min?: number },
): number {
  return Math.max(min, Math.ceil(seconds / blockSeconds))
}

/** Maximum gas of a transaction since EIP-7825: 2^24. Networks that state no limit of their own get it too. */
export const eip7825Gas = 1n << 24n

/** Public trampoline of most networks. */
export const hooksTrampoline: Address = '0x60bf78233f48ec42ee3f101b9a05ec7878728006'
