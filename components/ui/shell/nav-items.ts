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
export type NavWords = { readonly main: string } & Readonly<Record<NavItem['name'], string>>

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
  /** `header`: the tab bar has no room for it; narrow pages reach it from orders and the account's menu. */
  readonly only?: 'header'
}

/** The places in their order; the tab bar shows those that are not of the header only. */
export const navItems: readonly NavItem[] = [
  { name: 'swap', href: '/', also: '/limit', icon: ArrowDownUp },
  { name: 'tokens', href: '/tokens', icon: ChartLine },
  { name: 'orders', href: '/orders', icon: ReceiptText },
  { name: 'portfolio', href: '/portfolio', icon: Wallet, only: 'header' },
  { name: 'auctions', href: '/auctions', icon: Gavel },
  { name: 'notifications', href: '/notifications', icon: Inbox, slot: 'inbox-count' },
  { name: 'affiliate', href: '/affiliate', icon: Gift },
]

/** Whether a path lies under an item; the home page is only itself. */
export const isUnder = (pathname: string, { href, also }: NavItem): boolean =>
  pathname === href || pathname === also || (href !== '/' && pathname.startsWith(`${href}/`))
