import { arbitrumOne } from './networks/arbitrum-one'
import { base } from './networks/base'
import type {
  DevnetPool,
  DevnetToken,
  DevnetVaultPool,
  EmbeddedNetwork,
} from './networks/embedded-network'
import { gnosis } from './networks/gnosis'
import { mainnet } from './networks/mainnet'
import { sepolia } from './networks/sepolia'

const embeddedNetworks: readonly EmbeddedNetwork[] = [mainnet, gnosis, arbitrumOne, base, sepolia]

/** Returns the facts of an embedded network. Throws a RangeError for an unknown chain id. */
export function getEmbeddedNetwork(chainId: number): EmbeddedNetwork {
  const found = embeddedNetworks.find((network) => network.chainId === chainId)
  if (!found) throw new RangeError(`no embedded network for chain id ${chainId}`)
  return found
}

/** Returns an embedded network's tokens, the wrapped native first. Throws a RangeError for an unknown chain id. */
export function listDevnetTokens(chainId: number): readonly DevnetToken[] {
  return getEmbeddedNetwork(chainId).tokens
}

/** Returns the pools of an embedded network, in the market maker's order. Throws a RangeError for an unknown chain id. */
export function listDevnetPools(chainId: number): readonly DevnetPool[] {
  return getEmbeddedNetwork(chainId).pools
}

/** Returns the vault pools of an embedded network, in creation order. Throws a RangeError for an unknown chain id. */
export function listDevnetVaultPools(chainId: number): readonly DevnetVaultPool[] {
  return getEmbeddedNetwork(chainId).vaultPools
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
