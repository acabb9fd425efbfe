'use client'

import {
  BookOpen,
  Clock,
  FileText,
  Gavel,
  Hash,
  type LucideIcon,
  ReceiptText,
  Search,
  Wallet,
} from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { findChainId } from '@/components/app/find-chain-id'
import { TokenMark } from '@/components/tokens/token-mark'
import { Combobox } from '@/components/ui/combobox'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { placeHref } from '@/components/ui/shell/nav-items'
import type { ListboxSection } from '@/components/ui/virtual-listbox'
import { shortAddress } from '@/components/wallet/short-address'
import { fetchTokens } from '@/lib/client/api'
import { networkCookie, readCookie } from '@/lib/client/cookies'
import { docsSections, docsSlug } from '@/lib/client/search/docs-pages'
import {
  addRecentPlace,
  isRemembered,
  parseRecentPlaces,
  type RecentPlace,
} from '@/lib/client/search/recent-searches'
import {
  type Findable,
  type NamedPage,
  type Place,
  type PlaceKind,
  searchPlaces,
} from '@/lib/client/search/search-places'
import { storedText } from '@/lib/client/stored-text'
import type { MarkNetwork } from '@/lib/client/token-mark'
import { toAddress } from '@/lib/core/address'

/** A network whose tokens are found. */
export type SearchNetwork = MarkNetwork & Findable['networks'][number]

type Props = {
  readonly networks: readonly SearchNetwork[]
  readonly pages: readonly NamedPage[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Finds tokens, orders, transactions, addresses, auctions, pages and sections of the reference. */
export const SearchDialog = ({ networks, pages, open, onOpenChange }: Props) => {
  const t = useTranslations('search')
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('title')} height="full">
        <SearchList networks={networks} pages={pages} onLeave={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type ListProps = Pick<Props, 'networks' | 'pages'> & { readonly onLeave: () => void }

const SearchList = ({ networks, pages: given, onLeave }: ListProps) => {
  const t = useTranslations('search')
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { recent, add } = useRecentPlaces()
  const pages = usePages(given)
  const tokens = useListedTokens(networks)
  const findable = { tokens, networks, pages, docs }
  const sections = sectionsOf({
    found: searchPlaces(query, findable),
    titleOf: (name) => t(`sections.${name}`),
    ...{ query, recent, pages },
  })
  const open = (place: Place) => {
    if (isRemembered(place.kind)) add(place)
    onLeave()
    router.push(place.href)
  }
  return (
    <Combobox
      label={t('label')}
      placeholder={t('placeholder')}
      isForTyping
      query={query}
      onQueryChange={setQuery}
      sections={sections}
      keyOf={({ kind, href }) => `${kind} ${href}`}
      onSelect={open}
      renderOption={(place) => <PlaceRow place={place} networks={networks} />}
      empty={null}
    >
      {query === '' ? <p className="px-1 text-label text-ink-2">{t('hint')}</p> : null}
    </Combobox>
  )
}

const docs: readonly NamedPage[] = docsSections.map((title) => ({
  href: `/docs/${docsSlug(title)}`,
  title,
}))

type SectionInput = {
  readonly query: string
  readonly found: readonly Place[]
  readonly recent: readonly RecentPlace[]
  readonly pages: readonly NamedPage[]
  readonly titleOf: (name: 'recent' | 'pages') => string
}

/** The results; without a text what was opened last, and the pages. */
function sectionsOf(input: SectionInput): readonly ListboxSection<Place>[] {
  const { query, found, recent, pages, titleOf } = input
  if (query.trim() !== '') return [{ key: 'found', options: found }]
  const opened = recent.map((place): Place => ({ kind: 'recent', ...place }))
  const all = pages.map((page): Place => ({ kind: 'page', ...page }))
  return [
    ...(opened.length > 0 ? [{ key: 'recent', title: titleOf('recent'), options: opened }] : []),
    { key: 'pages', title: titleOf('pages'), options: all },
  ]
}

const icons: Record<Exclude<PlaceKind, 'token'>, LucideIcon> = {
  recent: Clock,
  order: ReceiptText,
  transaction: Hash,
  address: Wallet,
  auction: Gavel,
  page: FileText,
  docs: BookOpen,
  text: Search,
}

type RowProps = { readonly place: Place; readonly networks: readonly SearchNetwork[] }

const PlaceRow = ({ place, networks }: RowProps) => {
  const t = useTranslations('search')
  const { kind, title } = place
  // The name of a page says it all, and so does what was opened before.
  const note = place.note ?? (kind === 'recent' || kind === 'page' ? undefined : t(`kinds.${kind}`))
  return (
    <span className="flex items-center gap-3">
      <PlaceMark place={place} networks={networks} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">
          {title.startsWith('0x') ? shortAddress(title) : title}
        </span>
        {note === undefined ? null : <span className="truncate text-label text-ink-2">{note}</span>}
      </span>
    </span>
  )
}

const PlaceMark = ({ place: { kind, token }, networks }: RowProps) => {
  const network = networks.find(({ chainId }) => chainId === token?.chainId)
  if (token && network) return <TokenMark network={network} token={token} />
  const Icon = kind === 'token' ? Search : icons[kind]
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-well text-ink-2">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}

/** The pages that are looked for by other words than their titles. */
const otherWords = [
  { href: '/', name: 'swap' },
  { href: '/orders', name: 'orders' },
  { href: '/portfolio', name: 'portfolio' },
  { href: '/auctions', name: 'auctions' },
  { href: '/affiliate', name: 'affiliate' },
] as const

/** The pages, at the network that the address names. */
function usePages(given: readonly NamedPage[]): readonly NamedPage[] {
  const t = useTranslations('search')
  const pathname = usePathname()
  const chain = useSearchParams().get('chain')
  return useMemo(
    () => [
      ...given.map(({ title, href }) => {
        const name = otherWords.find((page) => page.href === href)?.name
        const words = name && t(`words.${name}`)
        return { title, words, href: placeHref(href, { pathname, chain }) }
      }),
      { title: t('channels'), href: '/notifications#channels', words: t('words.channels') },
      { title: t('status'), href: '/status', words: t('words.status') },
      { title: t('kinds.docs'), href: '/docs' },
    ],
    [t, given, pathname, chain],
  )
}

const stored = storedText('coincide.searches')

function useRecentPlaces() {
  const raw = useSyncExternalStore(stored.watch, stored.read, () => null)
  const recent = useMemo(() => parseRecentPlaces(raw), [raw])
  const add = (place: RecentPlace) =>
    stored.write(JSON.stringify(addRecentPlace(parseRecentPlaces(stored.read()), place)))
  return { recent, add }
}

/** The listed tokens of all networks, those of the current one first; none while they load or if they cannot be loaded. */
function useListedTokens(networks: readonly SearchNetwork[]): Findable['tokens'] {
  const [tokens, setTokens] = useState<Findable['tokens']>([])
  const named = useSearchParams().get('chain') ?? readCookie(networkCookie, undefined)
  useEffect(() => {
    const leave = new AbortController()
    fetchTokens({ signal: leave.signal }).then(
      (listed) =>
        setTokens(listed.map((token) => ({ ...token, address: toAddress(token.address) }))),
      // The last result still asks the service.
      () => undefined,
    )
    return () => leave.abort()
  }, [])
  return useMemo(() => {
    const current = findChainId({ networks }, named)
    const isHere = ({ chainId }: { readonly chainId: number }) => chainId === current
    return tokens.toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)))
  }, [tokens, networks, named])
}
