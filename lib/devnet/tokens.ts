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

const markets = {
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

function token(
  symbol: string,
  address: Address,
  rest: Market & Partial<Pick<DevnetToken, 'decimals' | 'model' | 'follows'>>,
): DevnetToken {
  return { decimals: 18, model: 'plain', ...rest, symbol, address }
}

function wrapped(symbol: string, chainId: number, market: Market): DevnetToken {
  return token(symbol, getNetwork(chainId).wrappedNative, { ...market, model: 'wrappedNative' })
}

/** The token of the embedded mainnet without any pool. */
export const isolatedToken: Address = '0x0000000000000000000000000000000000d15001'

/** The token of the embedded mainnet that keeps one percent of every transfer. */
export const feeOnTransferToken: Address = '0x0000000000000000000000000000000000d15002'

/** The rebasing token of the embedded mainnet. */
export const rebasingToken: Address = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'

const mainnetTokens: readonly DevnetToken[] = [
  wrapped('WETH', 1, markets.ETH),
  token('USDC', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', { ...markets.USDC, decimals: 6 }),
  token('USDT', '0xdac17f958d2ee523a2206206994597c13d831ec7', {
    ...markets.USDT,
    decimals: 6,
    model: 'noReturn',
  }),
  token('DAI', '0x6b175474e89094c44da98b954eedeac495271d0f', markets.DAI),
  token('WBTC', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', { ...markets.WBTC, decimals: 8 }),
  token('COW', '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab', markets.COW),
  token('GNO', '0x6810e776880c02933d47db1b9fc05908e5386b96', markets.GNO),
  token('UNI', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', markets.UNI),
  token('LINK', '0x514910771af9ca656af840dff83e8264ecf986ca', markets.LINK),
  token('stETH', rebasingToken, {
    name: 'Liquid staked Ether',
    usd: 3198,
    volatility: 0.62,
    model: 'rebasing',
    follows: 'WETH',
  }),
  token('FEE', feeOnTransferToken, {
    name: 'Fee on Transfer',
    usd: 2,
    volatility: 0.7,
    model: 'feeOnTransfer',
  }),
  token('LONE', isolatedToken, { name: 'Token without Pools', usd: 1, volatility: 0 }),
]

const tokensByChain: Readonly<Record<number, readonly DevnetToken[]>> = {
  1: mainnetTokens,
  100: [
    wrapped('WXDAI', 100, markets.WXDAI),
    token('USDC', '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', { ...markets.USDC, decimals: 6 }),
    token('GNO', '0x9c58bacc331c9aa871afd802db6379a98e80cedb', markets.GNO),
    token('WETH', '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1', markets.ETH),
    token('COW', '0x177127622c4a00f3d409b75571e12cb3c8973d3c', markets.COW),
  ],
  42161: [
    wrapped('WETH', 42161, markets.ETH),
    token('USDC', '0xaf88d065e77c8cc2239327c5edb3a432268e5831', { ...markets.USDC, decimals: 6 }),
    token('USDT', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', { ...markets.USDT, decimals: 6 }),
    token('WBTC', '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', { ...markets.WBTC, decimals: 8 }),
    token('ARB', '0x912ce59144191c1204e64559fe8253a0e49e6548', markets.ARB),
    token('COW', '0xcb8b5cd20bdcaea9a010ac1f8d835824f5c87a04', markets.COW),
  ],
  8453: [
    wrapped('WETH', 8453, markets.ETH),
    token('USDC', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', { ...markets.USDC, decimals: 6 }),
    token('DAI', '0x50c5725949a6f0c72e6c4a641f24049a917db0cb', markets.DAI),
    token('cbBTC', '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', {
      ...markets.WBTC,
      name: 'Coinbase Wrapped BTC',
      decimals: 8,
    }),
    token('COW', '0xc694a91e6b071bf030a18bd3053a7fe09b6dae69', markets.COW),
  ],
  11155111: [
    wrapped('WETH', 11155111, markets.ETH),
    token('USDC', '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', { ...markets.USDC, decimals: 6 }),
    token('COW', '0x0625afb445c3b6b7b929342a04a22599fd5dbb59', markets.COW),
    token('DAI', '0xb4f1737af37711e9a5890d9510c9bb60e170cb0d', markets.DAI),
  ],
}

/** Returns an embedded network's tokens, the wrapped native first. Throws a RangeError for an unknown chain id. */
export function listDevnetTokens(chainId: number): readonly DevnetToken[] {
  const tokens = tokensByChain[chainId]
  if (!tokens) throw new RangeError(`no embedded network for chain id ${chainId}`)
  return tokens
}

/** Returns the token with a symbol. Throws a RangeError if the network has none. */
export function getDevnetToken(chainId: number, symbol: string): DevnetToken {
  const found = listDevnetTokens(chainId).find((candidate) => candidate.symbol === symbol)
  if (!found) throw new RangeError(`no token ${symbol} on the embedded network ${chainId}`)
  return found
}

/** Returns the atoms of a token worth about `usd` US dollars at the opening price. */
export function atomsWorth(devnetToken: DevnetToken, usd: number): bigint {
  const tokens = Number((usd / devnetToken.usd).toPrecision(2))
  return atomsOf(devnetToken, tokens)
}

/** Returns the atoms of a number of whole tokens, exact to six decimals. */
export function atomsOf({ decimals }: DevnetToken, tokens: number): bigint {
  return (BigInt(Math.round(tokens * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
}
