import type { Settings } from '@/lib/api/pages'
import type { ListedToken } from '@/lib/client/api'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'

/** A token that the pages offer, its address lower-case; the native token has its marker address. */
export type Token = Pick<ListedToken, 'name' | 'symbol' | 'decimals' | 'logoURI'> & {
  readonly address: Address
}

type Network = Settings['networks'][number]

/** The tokens of a network that the pages offer: the native one, then the listed ones by symbol. */
export function offerTokens(network: Network, listed: readonly ListedToken[]): readonly Token[] {
  const tokens = listed
    .filter(({ chainId }) => chainId === network.chainId)
    .map((token) => ({ ...token, address: toAddress(token.address) }))
    .sort((a, b) => a.symbol.localeCompare(b.symbol))
  return [nativeOf(network), ...tokens]
}

/** The native token as the pages show it. */
export function nativeOf({ nativeSymbol }: Network): Token {
  return { address: nativeToken, name: 'Native token', symbol: nativeSymbol, decimals: 18 }
}

/**
 * The tokens that a search means: by the start of the symbol first, then by any part of symbol or name,
 * then by address, which may lack its 0x and be in any case.
 */
export function searchTokens(tokens: readonly Token[], query: string): readonly Token[] {
  const words = query.trim().toLowerCase()
  if (words === '') return tokens
  const bare = words.replace(/\s/g, '').replace(/^0x/, '')
  const isAddress = /^[0-9a-f]{6,40}$/.test(bare)
  const rank = (token: Token): number => {
    const symbol = token.symbol.toLowerCase()
    if (symbol.startsWith(words)) return 0
    if (symbol.includes(words) || token.name.toLowerCase().includes(words)) return 1
    return isAddress && token.address.slice(2).startsWith(bare) ? 2 : 3
  }
  const ranked = tokens.map((token) => ({ token, rank: rank(token) }))
  return ranked
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ token }) => token)
}
