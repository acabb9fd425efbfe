import type { Address } from '@/lib/core/address'
import type { StoredTokens } from './stored-tokens'
import type { Token } from './tokens'

/** Section titles. */
export type TokenSectionName = 'favourites' | 'recents' | 'yours' | 'all'

/** A section of the token list. */
export type TokenSection = {
  readonly name: TokenSectionName
  readonly tokens: readonly Token[]
}

type Known = {
  readonly stored: Pick<StoredTokens, 'favourites' | 'recents'>
  /** Returns whether the account holds a token. */
  readonly isHeld: (token: Address) => boolean
  /** The account's balance of a token in US dollars; undefined while unknown. */
  readonly worthOf: (token: Address) => number | undefined
}

/**
 * Arranges tokens in sections: favourites, recently selected, held, most valuable first, and all others. Each token is
 * in the first section that applies; omits empty sections.
 */
export function sectionTokens(
  tokens: readonly Token[],
  { stored, isHeld, worthOf }: Known,
): readonly TokenSection[] {
  const rest = new Map(tokens.map((token) => [token.address, token]))
  const take = (addresses: readonly Address[]) =>
    addresses.flatMap((address) => {
      const token = rest.get(address)
      return token && rest.delete(address) ? [token] : []
    })
  const held = tokens.map(({ address }) => address).filter(isHeld)
  const byWorth = held.sort((a, b) => (worthOf(b) ?? -1) - (worthOf(a) ?? -1))
  const sections: readonly TokenSection[] = [
    { name: 'favourites', tokens: take(stored.favourites) },
    { name: 'recents', tokens: take(stored.recents) },
    { name: 'yours', tokens: take(byWorth) },
    { name: 'all', tokens: [...rest.values()] },
  ]
  return sections.filter((section) => section.tokens.length > 0)
}
