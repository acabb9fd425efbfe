import { readSearch } from '@/lib/client/read-search'
import { searchTokens, type Token } from '@/lib/client/swap/tokens'

/** What a search result leads to. */
export type PlaceKind =
  | 'recent'
  | 'token'
  | 'order'
  | 'transaction'
  | 'address'
  | 'auction'
  | 'page'
  | 'docs'
  | 'text'

/** A search result. */
export type Place = {
  readonly kind: PlaceKind
  readonly href: string
  /** A name, or what was searched for. */
  readonly title: string
  /** What tells equal names apart, such as the network. */
  readonly note?: string
  readonly token?: Token & { readonly chainId: number }
}

/** A named page of the app or of the reference. */
export type NamedPage = {
  readonly href: string
  readonly title: string
  /** Other words that it is looked for by. */
  readonly words?: string | undefined
}

/** What can be found. */
export type Findable = {
  readonly tokens: readonly (Token & { readonly chainId: number })[]
  readonly networks: readonly {
    readonly chainId: number
    readonly name: string
    readonly title: string
  }[]
  readonly pages: readonly NamedPage[]
  readonly docs: readonly NamedPage[]
}

/** Maximum tokens and documents listed. */
const maxTokens = 8
const maxDocs = 4

/**
 * Finds places by a text: first what its shape says (an order, a transaction, an address, an auction), then tokens of all
 * networks, pages and parts of the reference. A word always has a last result that asks the service.
 */
export function searchPlaces(text: string, findable: Findable): readonly Place[] {
  const search = readSearch(text)
  const title = text.trim()
  const asked = `/find?q=${encodeURIComponent(title)}`
  switch (search.kind) {
    case 'nothing':
      return []
    case 'order':
      return [{ kind: 'order', href: `/orders/${search.uid}`, title: search.uid }]
    case 'transaction':
      return [{ kind: 'transaction', href: asked, title: search.hash }]
    case 'address': {
      const tokens = tokensOf(findable, search.address)
      if (tokens.length > 0) return tokens
      return [{ kind: 'address', href: asked, title: search.address }]
    }
    case 'auction':
      return [
        { kind: 'auction', href: `/auctions/${search.id}`, title: search.id },
        ...tokensOf(findable, search.id),
      ]
    case 'token':
      return [
        ...tokensOf(findable, search.text),
        ...named('page', findable.pages, search.text),
        ...named('docs', findable.docs, search.text).slice(0, maxDocs),
        { kind: 'text', href: asked, title: search.text },
      ]
  }
}

function tokensOf({ tokens, networks }: Findable, text: string): readonly Place[] {
  const found = searchTokens(tokens, text) as Findable['tokens']
  return found
    .flatMap((token): readonly Place[] => {
      const network = networks.find(({ chainId }) => chainId === token.chainId)
      if (!network) return []
      const href = `/tokens/${network.name}/${token.address}`
      return [
        {
          kind: 'token',
          href,
          title: token.symbol,
          note: `${token.name} · ${network.title}`,
          token,
        },
      ]
    })
    .slice(0, maxTokens)
}

function named(kind: 'page' | 'docs', pages: readonly NamedPage[], text: string): readonly Place[] {
  const part = text.toLowerCase()
  return pages
    .filter(({ title, words = '' }) => `${title}\n${words}`.toLowerCase().includes(part))
    .map(({ href, title }) => ({ kind, href, title }))
}
