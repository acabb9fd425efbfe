import {
  ArrowDownUp,
  ChartLine,
  Gavel,
  Gift,
  Inbox,
  type LucideIcon,
  ReceiptText,
  Wallet,
} from 'lucide-react'

/** Translated names of the places, passed from the server: the shell loads no message catalogue. */
export type NavWords = Readonly<Record<NavItem['name'] | BarWord, string>>

/** Names of the navigation itself and of the sheet that its last tab opens. */
type BarWord = 'main' | 'more' | 'moreTitle' | 'close'

/** One navigation entry. */
export type NavItem = {
  readonly name:
    | 'swap'
    | 'tokens'
    | 'orders'
    | 'portfolio'
    | 'auctions'
    | 'notifications'
    | 'affiliate'
  readonly href: string
  /** An alternative path of the same entry. */
  readonly also?: string
  readonly icon: LucideIcon
  /** Shell slot next to the label, for a count. */
  readonly slot?: string
  /** Location on narrow pages: the tab bar, or the sheet of its last tab. */
  readonly place: 'tab' | 'more'
}

/** The navigation entries in display order. */
export const navItems: readonly NavItem[] = [
  { name: 'swap', href: '/', also: '/limit', icon: ArrowDownUp, place: 'tab' },
  { name: 'tokens', href: '/tokens', icon: ChartLine, place: 'more' },
  { name: 'orders', href: '/orders', icon: ReceiptText, place: 'tab' },
  { name: 'portfolio', href: '/portfolio', icon: Wallet, place: 'more' },
  { name: 'auctions', href: '/auctions', icon: Gavel, place: 'more' },
  {
    name: 'notifications',
    href: '/notifications',
    icon: Inbox,
    slot: 'inbox-count',
    place: 'tab',
  },
  { name: 'affiliate', href: '/affiliate', icon: Gift, place: 'tab' },
]

/** Returns whether a path belongs to an entry; `/` matches exactly. */
export const isUnder = (pathname: string, { href, also }: NavItem): boolean =>
  pathname === href || pathname === also || (href !== '/' && pathname.startsWith(`${href}/`))

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
