import type { Address } from '@/lib/core/address'
import type { KeptTokens } from './kept-tokens'
import type { Token } from './tokens'

/** Why tokens stand together. */
export type TokenSectionName = 'favourites' | 'recents' | 'yours' | 'all'

/** Tokens that stand together in the selector. */
export type TokenSection = {
  readonly name: TokenSectionName
  readonly tokens: readonly Token[]
}

type Known = {
  readonly kept: Pick<KeptTokens, 'favourites' | 'recents'>
  /** Whether the account holds some of a token. */
  readonly isHeld: (token: Address) => boolean
  /** What the account holds of a token in US dollars; undefined while that is not known. */
  readonly worthOf: (token: Address) => number | undefined
}

/**
 * Tokens as the selector shows them: favourites, those chosen lately, those that the account holds, the most
 * valuable first, and all others. Each token stands in the first section that it belongs to; empty ones are left out.
 */
export function sectionTokens(
  tokens: readonly Token[],
  { kept, isHeld, worthOf }: Known,
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
    { name: 'favourites', tokens: take(kept.favourites) },
    { name: 'recents', tokens: take(kept.recents) },
    { name: 'yours', tokens: take(byWorth) },
    { name: 'all', tokens: [...rest.values()] },
  ]
  return sections.filter((section) => section.tokens.length > 0)
}
