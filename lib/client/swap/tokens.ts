import type { Settings } from '@/lib/api/docs/pages'
import type { ListedToken } from '@/lib/client/api'
import { type Address, nativeToken, parseAddress, toAddress } from '@/lib/core/address'

/** A selectable token with its lower-case address; the native token has its marker address. */
export type Token = Pick<ListedToken, 'name' | 'symbol' | 'decimals' | 'logoURI'> & {
  readonly address: Address
}

type Network = Settings['networks'][number]

/** Sorted by code point, ignoring case: creating a collator takes a phone longer than sorting the list. */
function bySymbol({ symbol: one }: Token, { symbol: other }: Token): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b ? 0 : a < b ? -1 : 1
}

/** The selectable tokens of a network: the native one, then listed and imported ones by symbol. */
export function selectableTokens(
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

/** The native token. */
export function nativeOf({ nativeSymbol }: Network): Token {
  return { address: nativeToken, name: 'Native token', symbol: nativeSymbol, decimals: 18 }
}

/** The full address in a search text, in any case, with or without 0x, and with spaces anywhere. */
export function searchedAddress(query: string): Address | undefined {
  const digits = addressDigits(query)
  return digits.length === 40 ? parseAddress(`0x${digits}`) : undefined
}

/** The hexadecimal digits of a text, without spaces and 0x. */
const addressDigits = (query: string): string =>
  query.toLowerCase().replace(/\s/g, '').replace(/^0x/, '')

/**
 * Searches tokens: by symbol prefix first, then by any part of the symbol or the start of a word of the name, then by any part of the
 * name, then by prefix or, from six digits on, any part of the address, in any case and without 0x. Ignores spaces except
 * between words of a name.
 */
export function searchTokens(tokens: readonly Token[], query: string): readonly Token[] {
  const words = query.trim().toLowerCase().replace(/\s+/g, ' ')
  if (words === '') return tokens
  const digits = addressDigits(query)
  const isAddress = /^[0-9a-f]{6,40}$/.test(digits) || /^0x[0-9a-f]+$/.test(words)
  const ranks: [Token[], Token[], Token[], Token[]] = [[], [], [], []]
  for (const token of tokens) {
    const symbol = token.symbol.toLowerCase()
    const name = token.name.toLowerCase()
    if (symbol.startsWith(words)) ranks[0].push(token)
    else if (symbol.includes(words) || ` ${name}`.includes(` ${words}`)) ranks[1].push(token)
    else if (name.includes(words)) ranks[2].push(token)
    else if (isAddress && isPartOf(token.address, digits)) ranks[3].push(token)
  }
  return ranks.flat()
}

function isPartOf(address: Address, digits: string): boolean {
  return digits.length < 6 ? address.startsWith(digits, 2) : address.includes(digits, 2)
}
