import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks'

/** What is known of a token; name, symbol and decimals are what its contract says, cleaned for display. */
export type Token = {
  readonly chainId: number
  readonly address: Address
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** Why orders in it are refused; undefined: they are not. */
  readonly unsupported: string | undefined
}

/** What a network calls its native token. */
export function nativeDetails({ nativeSymbol }: Pick<Network, 'nativeSymbol'>) {
  return { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 }
}

const longestText = 40

/**
 * Cleans a name or symbol that a stranger's contract gave: control, bidirectional and invisible
 * characters and markup go, so do heaps of accents and bytes that are no text; white space is folded, what is
 * too long is cut. Undefined when nothing is left.
 */
export function cleanTokenText(text: string): string | undefined {
  const cleaned = text
    .normalize('NFKC')
    .replace(/[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\ufffd<>"'`\\[\](){}|]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  if (cleaned === '') return undefined
  const characters = [...cleaned]
  if (characters.length <= longestText) return cleaned
  return `${characters.slice(0, longestText - 1).join('')}…`
}

/** The symbol to show: the token's own, else the start of its address. */
export function symbolOf(token: Pick<Token, 'symbol' | 'address'>): string {
  return token.symbol ?? `${token.address.slice(0, 6)}…${token.address.slice(-4)}`
}
