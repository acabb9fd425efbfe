import type { Settings } from '@/lib/api/docs/pages'
import type { ListedToken } from '@/lib/client/api'
import { type Address, nativeToken, parseAddress, toAddress } from '@/lib/core/address'

/** A token that the pages offer, its address lower-case; the native token has its marker address. */
export type Token = Pick<ListedToken, 'name' | 'symbol' | 'decimals' | 'logoURI'> & {
  readonly address: Address
}

type Network = Settings['networks'][number]

/** In the order of their letters, whatever their case: a collator takes a phone longer to make than the list to sort. */
function bySymbol({ symbol: one }: Token, { symbol: other }: Token): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * The tokens of a network that the pages offer: the native one, then by symbol those that are listed and those
 * that were added by hand.
 */
export function offerTokens(
  network: Network,
  listed: readonly ListedToken[],
  imported: readonly Token[] = [],
): readonly Token[] {
  const here = listed
    .filter(({ chainId }) => chainId === network.chainId)
    .map((token): Token => ({ ...token, address: toAddress(token.address) }))
  const known = new Set(here.map(({ address }) => address))
  const added = imported.filter(({ address }) => !known.has(address))
  return [nativeOf(network), ...[...here, ...added].sort(bySymbol)]
}

/** The native token as the pages show it. */
export function nativeOf({ nativeSymbol }: Network): Token {
  return { address: nativeToken, name: 'Native token', symbol: nativeSymbol, decimals: 18 }
}

/** The whole address that a search is, in any case, with or without its 0x, and with spaces anywhere. */
export function searchedAddress(query: string): Address | undefined {
  const digits = addressDigits(query)
  return digits.length === 40 ? parseAddress(`0x${digits}`) : undefined
}

/** Hexadecimal digits without the spaces and the 0x that people type or leave out. */
const addressDigits = (query: string): string =>
  query.toLowerCase().replace(/\s/g, '').replace(/^0x/, '')

/**
 * The tokens that a search means: by the start of the symbol first, then by any part of symbol or name, then by
 * the start or, from six digits on, any part of the address, which may lack its 0x and be in any case. Spaces count
 * for nothing but between words of a name.
 */
export function searchTokens(tokens: readonly Token[], query: string): readonly Token[] {
  const words = query.trim().toLowerCase().replace(/\s+/g, ' ')
  if (words === '') return tokens
  const digits = addressDigits(query)
  const isAddress = /^[0-9a-f]{6,40}$/.test(digits) || /^0x[0-9a-f]+$/.test(words)
  const ranks: [Token[], Token[], Token[]] = [[], [], []]
  for (const token of tokens) {
    const symbol = token.symbol.toLowerCase()
    if (symbol.startsWith(words)) ranks[0].push(token)
    else if (symbol.includes(words) || token.name.toLowerCase().includes(words)) {
      ranks[1].push(token)
    } else if (isAddress && isPartOf(token.address, digits)) ranks[2].push(token)
  }
  return ranks.flat()
}

function isPartOf(address: Address, digits: string): boolean {
  return digits.length < 6 ? address.startsWith(digits, 2) : address.includes(digits, 2)
}

/** Where a token's logo is, if it is ours: pages load nothing from elsewhere. */
export function logoPath(logoURI: string | undefined, origin: string): string | undefined {
  if (logoURI === undefined || !URL.canParse(logoURI, origin)) return undefined
  const { origin: source, pathname, search } = new URL(logoURI, origin)
  return source === origin ? `${pathname}${search}` : undefined
}
