import {
  ArrowDownUp,
  ChartLine,
  Gavel,
  Gift,
  Inbox,
  type LucideIcon,
  ReceiptText,
} from 'lucide-react'

/** One place of the app that the navigation leads to. */
export type NavItem = {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
  /** Name of the shell slot beside the label, for a count. */
  readonly slot?: string
}

/** The order is that of the tab bar; the header shows the same. */
export const navItems: readonly NavItem[] = [
  { href: '/', label: 'Swap', icon: ArrowDownUp },
  { href: '/tokens', label: 'Tokens', icon: ChartLine },
  { href: '/orders', label: 'Orders', icon: ReceiptText },
  { href: '/auctions', label: 'Auctions', icon: Gavel },
  { href: '/notifications', label: 'Inbox', icon: Inbox, slot: 'inbox-count' },
  { href: '/affiliate', label: 'Rewards', icon: Gift },
]

/** Whether a path lies under an item; the home page is only itself. */
export const isUnder = (pathname: string, { href }: NavItem): boolean =>
  pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
