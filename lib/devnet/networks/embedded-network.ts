import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'

/** The behaviour of a token's contract. */
export type TokenModel = 'plain' | 'wrappedNative' | 'noReturn' | 'feeOnTransfer' | 'rebasing'

/** A token of an embedded network, with the behaviour of its contract and market. */
export type DevnetToken = {
  readonly symbol: string
  readonly name: string
  readonly address: Address
  readonly decimals: number
  readonly model: TokenModel
  /** Opening price in US dollars. */
  readonly usd: number
  /** Annualized standard deviation of log returns; 0 for a token pegged to the dollar. */
  readonly volatility: number
  /** Symbol whose price it follows, scaled by the ratio of their `usd`. */
  readonly follows?: string
}

type Market = Pick<DevnetToken, 'name' | 'usd' | 'volatility'>

/** Opening markets by symbol; round numbers of late 2025. */
export const markets = {
  ETH: { name: 'Wrapped Ether', usd: 3200, volatility: 0.62 },
  USDC: { name: 'USD Coin', usd: 1, volatility: 0 },
  USDT: { name: 'Tether USD', usd: 1, volatility: 0 },
  DAI: { name: 'Dai Stablecoin', usd: 1, volatility: 0 },
  WXDAI: { name: 'Wrapped XDAI', usd: 1, volatility: 0 },
  WBTC: { name: 'Wrapped BTC', usd: 98_000, volatility: 0.45 },
  COW: { name: 'CoW Protocol Token', usd: 0.36, volatility: 0.8 },
  GNO: { name: 'Gnosis Token', usd: 142, volatility: 0.58 },
  UNI: { name: 'Uniswap', usd: 8.4, volatility: 0.76 },
  LINK: { name: 'ChainLink Token', usd: 15.2, volatility: 0.72 },
  ARB: { name: 'Arbitrum', usd: 0.52, volatility: 0.8 },
} as const satisfies Record<string, Market>

/** Describes a token with 18 decimals and a plain contract unless `rest` says otherwise. */
export function token(
  symbol: string,
  address: Address,
  rest: Market & Partial<Pick<DevnetToken, 'decimals' | 'model' | 'follows'>>,
): DevnetToken {
  return { decimals: 18, model: 'plain', ...rest, symbol, address }
}

/** Describes the wrapped native token of a network. */
export function wrapped(symbol: string, chainId: number, market: Market): DevnetToken {
  return token(symbol, getNetwork(chainId).wrappedNative, { ...market, model: 'wrappedNative' })
}

/** A million US dollars. */
export const million = 1_000_000

/** A pool of an embedded network: two symbols, the factory's version and the depth. */
export type DevnetPool = {
  readonly a: string
  readonly b: string
  /** Fee of a V3 pool in parts per million; undefined for a V2 pair, whose fee is 3000. */
  readonly fee: number | undefined
  /** US dollars of both tokens together. */
  readonly depthUsd: number
}

/** Returns pairs of `a` with each of `others`: one V2 pair, and one V3 pool for each of `fees`. */
export function pairs(
  a: string,
  others: readonly string[],
  rest: { v2DepthUsd: number; v3DepthUsd: number; fees: readonly number[] },
): readonly DevnetPool[] {
  return others.flatMap((b) => [
    ...rest.fees.map((fee) => ({ a, b, fee, depthUsd: rest.v3DepthUsd / rest.fees.length })),
    ...(rest.v2DepthUsd > 0 ? [{ a, b, fee: undefined, depthUsd: rest.v2DepthUsd }] : []),
  ])
}

/** A pool of the Balancer vault on an embedded network, funded at the opening prices. */
export type DevnetVaultPool = {
  readonly symbols: readonly string[]
  /** Share of the pool's value in each token, in percent; undefined: a stable pool of pegged tokens. */
  readonly weights?: readonly number[]
  /** Amplification of a stable pool. */
  readonly amplification?: number
  readonly feePercent: number
  /** US dollars of all tokens together. */
  readonly depthUsd: number
}

/** Everything that distinguishes one embedded network from another. */
export type EmbeddedNetwork = {
  readonly chainId: number
  /** The wrapped native token first. */
  readonly tokens: readonly DevnetToken[]
  /** In the market maker's order: the market moves the first pool of each token at every step. */
  readonly pools: readonly DevnetPool[]
  /** In creation order. */
  readonly vaultPools: readonly DevnetVaultPool[]
  /** Whether it has the tokens and contract wallets of tests of hostile contracts. */
  readonly hasFixtures?: true
}
