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

/** What places are called in the reader's language, from the server: the shell loads no catalogue. */
export type NavWords = Readonly<Record<NavItem['name'] | BarWord, string>>

/** What the navigation itself is called, and the sheet that its last tab opens. */
type BarWord = 'main' | 'more' | 'moreTitle' | 'close'

/** One place of the app that the navigation leads to. */
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
  /** Another path of the same place. */
  readonly also?: string
  readonly icon: LucideIcon
  /** Name of the shell slot beside the label, for a count. */
  readonly slot?: string
  /** Where narrow pages have it: in the bar at the bottom edge, or in the sheet of its last tab. */
  readonly place: 'tab' | 'more'
}

/** The places in their order. */
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

/** Whether a path lies under an item; the home page is only itself. */
export const isUnder = (pathname: string, { href, also }: NavItem): boolean =>
  pathname === href || pathname === also || (href !== '/' && pathname.startsWith(`${href}/`))

type Address = {
  readonly pathname: string
  /** The `?chain=` of the address. */
  readonly chain: string | null
}

/** The network that a path names: of the page of a token or a transaction. */
export const pathNetwork = (pathname: string): string | undefined =>
  /^\/(?:tokens|tx)\/([^/]+)\//.exec(pathname)?.[1]

/** Where a place is for who comes from a page: on the network that its address names, if any. */
export function placeHref(href: string, { pathname, chain }: Address): string {
  const named = chain ?? pathNetwork(pathname)
  return named === undefined ? href : `${href}?${new URLSearchParams({ chain: named })}`
}
