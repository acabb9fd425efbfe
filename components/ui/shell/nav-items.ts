import {
  ArrowDownUp,
  ChartPie,
  Coins,
  Gavel,
  Gift,
  type LucideIcon,
  ReceiptText,
} from 'lucide-react'

/** Translated names of the places, passed from the server: the shell loads no message catalogue. */
export type NavWords = Readonly<Record<NavItem['name'] | BarWord, string>>

/** Names of the navigation itself, of the sheet that its last tab opens, and of its controls. */
type BarWord = 'main' | 'more' | 'moreTitle' | 'search' | 'close' | 'theme'

/** One navigation entry. */
export type NavItem = {
  readonly name: 'swap' | 'tokens' | 'orders' | 'portfolio' | 'auctions' | 'affiliate'
  readonly href: string
  /** Other paths of the same entry. */
  readonly also?: readonly string[]
  readonly icon: LucideIcon
  /** Location on narrow pages: the tab bar, or the sheet of its last tab. */
  readonly place: 'tab' | 'more'
}

/** The navigation entries in display order. */
export const navItems: readonly NavItem[] = [
  { name: 'swap', href: '/', also: ['/limit', '/schedule'], icon: ArrowDownUp, place: 'tab' },
  { name: 'tokens', href: '/tokens', icon: Coins, place: 'tab' },
  { name: 'orders', href: '/orders', icon: ReceiptText, place: 'tab' },
  { name: 'portfolio', href: '/portfolio', icon: ChartPie, place: 'tab' },
  { name: 'auctions', href: '/auctions', icon: Gavel, place: 'more' },
  { name: 'affiliate', href: '/affiliate', icon: Gift, place: 'more' },
]

/** Returns whether a path belongs to an entry; `/` matches exactly. */
export const isUnder = (pathname: string, { href, also }: NavItem): boolean =>
  pathname === href ||
  also?.includes(pathname) === true ||
  (href !== '/' && pathname.startsWith(`${href}/`))

type Address = {
  readonly pathname: string
  /** The `chain` query parameter. */
  readonly chain: string | null
}

/** Returns the network named in the path of a token or transaction page. */
export const pathNetwork = (pathname: string): string | undefined =>
  /^\/(?:tokens|tx)\/([^/]+)\//.exec(pathname)?.[1]

/** Returns the link to an entry that keeps the network named by the current URL, if any. */
export function placeHref(href: string, { pathname, chain }: Address): string {
  const named = chain ?? pathNetwork(pathname)
  return named === undefined ? href : `${href}?${new URLSearchParams({ chain: named })}`
}
