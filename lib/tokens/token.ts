import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import type { TokenFault } from '@/lib/core/token-faults'

/** A token; name, symbol and decimals come from its contract, sanitised for display. */
export type Token = {
  readonly chainId: number
  readonly address: Address
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** Why orders in it are rejected; undefined when they are not. */
  readonly unsupported: TokenFault | undefined
}

/** Returns the metadata of a network's native token. */
export function nativeDetails({ nativeSymbol }: Pick<Network, 'nativeSymbol'>) {
  return { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 }
}

/** Characters shown of a name or symbol: contracts choose them. */
const maxLength = 40

/**
 * Sanitises a name or symbol from an untrusted contract: removes control, bidirectional and invisible characters,
 * markup, stacked combining marks and invalid bytes; collapses white space; truncates. Undefined when nothing remains.
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
  if (characters.length <= maxLength) return cleaned
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

/** Returns the symbol to display: the token's own, else a shortened address. */
export function symbolOf(token: Pick<Token, 'symbol' | 'address'>): string {
  return token.symbol ?? `${token.address.slice(0, 6)}…${token.address.slice(-4)}`
}
